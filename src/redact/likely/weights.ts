// Made by bench/redaction/train.mjs. Do not edit.
/** The score of a word about which nothing is known. */
export const BIAS = -2.46;
/** The least score of the characters of a word, by nearness, that the text around it can make up for. */
export const LEAST_SHAPE = [-4.2, -3.57, -3.98, -3.83] as const;
/** Hundredths and the name of a feature, a line each. */
export const WEIGHTS = `36	a 
-195	a "
67	a "w" "
46	a "w", "
37	a "w", w w("
47	a "w", w"
38	a "w","
54	a "w@w.w","
-102	a '
56	a 'w', '
49	a 'w', w'
59	a --w 
58	a --w w --w 
-84	a --w=
-18	a -w 
46	a -w w -w 
20	a -w w.w -w 
-57	a = 
-115	a above
58	a above asks
20	a after 0
90	a after 1
-23	a after 2
-179	a after 3
47	a before 0
77	a before 1
58	a before 2
-15	a before 3
-161	a before 4
27	a w 
-61	a w "
28	a w "w", w w("
43	a w "w", w"
27	a w "w","
-100	a w '
45	a w + 
30	a w - 
52	a w --w 
33	a w --w >> 
42	a w --w w 
22	a w --w w w 
24	a w --w: 
49	a w -> 
35	a w -w 
41	a w / 
30	a w : 
19	a w :: 
28	a w := \`
62	a w <- 
14	a w => 
18	a w \`
54	a w n 
23	a w w 
19	a w w -w 
23	a w w / 
-19	a w w \`
43	a w w w 
16	a w w w "
24	a w w w = w'
-20	a w w w \`
-12	a w w w w 
-20	a w w w w \`
59	a w w w w w 
60	a w w w w w w 
20	a w w w w w w w
17	a w w, 
35	a w w/
48	a w w:
22	a w w: 
24	a w w@
18	a w | 
25	a w").w("
20	a w%
23	a w', '
36	a w'w 
24	a w, 
22	a w, w 
31	a w.w 
-10	a w.w w 
19	a w.w:
37	a w/
71	a w: 
33	a w:::
46	a w;
13	a w=
-17	a w="
11	a w=> 
33	a w=w w=
24	a w> 
-61	a w? 
-154	a w@
23	a w@w.w 
-62	a", "
37	a", "w", "
-88	a": "
13	a":"w","w":"
-15	a%
74	a&
-75	a', '
82	a(
24	a("
29	a("w" "
86	a("w", "
53	a("w", w w("
31	a("w", w"
-44	a("w","
-45	a("w@
16	a("w@w.w", "
60	a('w', '
28	a('w', 'w', '
22	a('w', w'
67	a('w.w', '
86	a(\`
50	a(w 
30	a(w (
14	a(w --w 
21	a(w : 
14	a(w :: 
58	a(w w 
29	a(w | 
20	a(w, 
18	a(w/
54	a(w:
45	a(w: 
28	a(w:::
11	a(w;
-43	a, 
-52	a, w, 
-29	a, w, w, 
-21	a-w 
-36	a-w "
28	a-w -w 
44	a-w <- 
54	a-w n 
49	a-w w 
19	a-w w "
26	a-w w w 
15	a-w | 
42	a-w" : "
-17	a-w" w="
-52	a-w").
49	a-w").w("
23	a-w"] = "
22	a-w' w='
33	a-w').w('
20	a-w, '
-20	a-w:
98	a-w: 
32	a-w: \`
51	a-w=
35	a-w>
-11	a.w 
31	a.w -> 
11	a.w -w w -w 
13	a.w -w w -w '
-17	a.w /
25	a.w / 
-34	a.w /w:
49	a.w /w:w /
19	a.w /w:w /w:
31	a.w := 
77	a.w = "
61	a.w \`
32	a.w n 
65	a.w w 
24	a.w w "
19	a.w w w 
-48	a.w w=
43	a.w").w("
12	a.w", "
-38	a.w", w="
31	a.w', '
-120	a.w("
52	a.w("w", "
-77	a.w('
16	a.w.w -w w -w 
36	a.w.w -w w -w '
-53	a.w.w /
44	a.w.w /w:w /
25	a.w.w /w:w /w:
-34	a.w.w w=
-25	a.w.w', w: '
16	a.w.w:n -w w -w
-48	a.w/
-26	a.w:
43	a.w: 
-32	a.w;w=
15	a.w;w=w;w=
78	a.w=
49	a.w=> 
32	a.w=["
-138	a/
-87	a/w/
52	a:
-75	a: "
51	a: "w", "
50	a: "w", w w("
17	a: "w", w"
-38	a: '
52	a: 'w', '
-60	a: \`
-21	a: w 
43	a: w / 
39	a: w w 
52	a: w:
-34	a: { w: '
36	a: { w: 'w', w:
45	a: { w: 'w@w.w'
-91	a://
16	a://w:
80	a:w 
30	a:w -> 
26	a:w / 
37	a:w <- 
28	a:w >> 
18	a:w [
34	a:w n 
95	a:w w 
21	a:w w w 
41	a:w" "
-24	a:w").
37	a:w").w("
10	a:w.w("
31	a:w: 
42	a:w=
35	a:w>
-15	a=
63	a=("w", "
-60	a=('
79	a=('w', '
-22	a=w;w w=
16	a=w;w w=w;w=
25	a?
16	a?w=w&w=
61	a@
-46	a\` w \`
-44	a\`, \`
-45	a\`, \`w\`, \`
94	after 
-32	after 	
-80	after 
-34	after  
13	after "
97	after %
83	after &
34	after '
-152	after (
-16	after )
-46	after ,
-96	after /
-209	after :
-62	after ;
18	after <
-41	after =
-124	after >
82	after ?
74	after @
-187	after [
-99	after \\
-21	after ]
-75	after {
-58	after |
76	after }
-67	after ñ
-27	after ł
-20	after →
35	after 」
-52	after 비
46	alone
-46	an/w/
41	aw 
67	aw != "
69	aw "
65	aw '
-23	aw (
41	aw - 
20	aw -> 
71	aw -w 
43	aw -w '
70	aw -w w -w 
32	aw -w w -w w -w
43	aw / 
56	aw := 
34	aw := \`
30	aw <- 
98	aw = 
10	aw = "
-40	aw = '
-24	aw = w 
31	aw = w"
-45	aw == "
58	aw === '
28	aw => 
48	aw => '
56	aw >> 
41	aw ?? "
57	aw [
56	aw [ "
54	aw n 
66	aw w 
54	aw w "
36	aw w '
-12	aw w w 
39	aw w w = '
-73	aw w w w 
-35	aw w w w \`
-13	aw w w w w 
-69	aw w w w w w 
-14	aw w w w w w w 
34	aw {"
-15	aw | 
36	aw || '
61	aw ~> "
47	aw" : "
40	aw" w="
-31	aw").
29	aw").w("
17	aw", "w": "
38	aw", ["
52	aw", w("
22	aw", w: "
34	aw", w="
-40	aw": "
39	aw"] = "
27	aw' w='
26	aw').w('
-51	aw', '
51	aw': '
47	aw'] = '
-39	aw(
-71	aw("
30	aw('
-42	aw([]
28	aw([]w("
-32	aw(w 
44	aw(w w("
42	aw(w"
-37	aw(w, 
-28	aw(w, "
-22	aw) w 
-19	aw).
15	aw).w("
-38	aw, 
22	aw, "
-14	aw, w 
-13	aw.w(
21	aw.w("
-74	aw.w('
-27	aw.w=
14	aw/
-104	aw/w/
33	aw:
20	aw: "
-50	aw: '
55	aw: ["
51	aw: \`
16	aw: w("
-45	aw::
-28	aw=
21	aw="
37	aw="""
-36	aw='
-28	aw='w://
34	aw=> 
22	aw=>"
44	aw=["
50	aw>
73	aw> 
46	aw? 
-48	aw\` 
-40	aw\` w 
-24	aw\` w \`
-31	aw\` w w w 
-47	aw\` w w w w \`
-60	aw\`, \`
-61	aw\`, \`w\`, \`
-25	aw\`, w \`
72	before 
18	before "
-172	before #
27	before %
94	before &
31	before '
-41	before (
27	before )
-126	before *
-37	before ,
-173	before .
-62	before /
84	before :
-77	before ;
-197	before <
28	before =
52	before >
28	before ?
39	before @
-48	before [
-258	before \\
-13	before ]
13	before \`
-158	before {
-57	before |
93	before }
-41	before –
-54	before →
36	before 「
45	before 是
113	behind mail
163	between 
-23	between 	
-72	between 	 
29	between 	"
-90	between 	(
41	between 	)
19	between 	,
37	between 	.
-95	between 	:
47	between 	;
45	between 	@
-80	between 	[
36	between 	}
-79	between  
-27	between   
22	between  "
117	between  %
132	between  &
-118	between  '
-197	between  (
-26	between  )
-44	between  ,
-16	between  .
-31	between  /
-178	between  :
15	between  ;
-88	between  <
-18	between  >
19	between  @
-91	between  [
-57	between  \\
-14	between  ]
-112	between  \`
-43	between  {
-38	between  |
78	between  }
-20	between  →
-195	between " 
21	between ""
61	between "%
102	between "&
-58	between "'
-86	between ",
-86	between ".
-66	between "/
-118	between ":
-39	between ";
65	between "=
113	between "?
29	between "@
-26	between "[
-54	between "\\
25	between "{
-34	between "|
-45	between #
-60	between # 
-161	between #"
-93	between #'
-82	between #)
-31	between #,
-105	between #;
-102	between #]
-66	between #\`
88	between %
138	between % 
-123	between %%
-11	between %&
16	between %'
31	between %)
60	between %,
60	between %.
-75	between %/
51	between %@
75	between %\`
20	between %}
121	between &
86	between & 
74	between &"
32	between &'
-54	between &(
-39	between &)
-134	between &,
52	between &\`
-130	between &{
-163	between '
-148	between ' 
84	between '%
91	between '&
14	between ''
-55	between '(
-26	between '.
-105	between ':
123	between '?
28	between '@
-43	between 'ñ
-51	between '비
-37	between (
-142	between ( 
55	between ("
25	between (%
34	between (&
77	between ('
-124	between ((
-24	between ()
-20	between (,
41	between (.
-59	between (/
-49	between (:
-28	between (<
-55	between (?
-74	between ([
153	between )
85	between )"
30	between )'
-50	between *
-97	between * 
-47	between *"
-20	between *(
-83	between *)
-93	between *,
-73	between *.
-53	between *:
-64	between *\`
-52	between +"
-56	between +(
-56	between +)
-58	between +,
83	between ,
71	between , 
19	between ,'
-30	between ,,
-47	between ,:
-182	between -
84	between - 
54	between -'
-71	between -)
-29	between -,
-18	between -/
-78	between -:
-47	between -;
-113	between -\`
-49	between -{
45	between .
-96	between . 
-73	between ."
-35	between .'
-102	between .(
-57	between .)
-80	between .,
-56	between ./
-25	between .:
-52	between .;
-48	between .?
-21	between .[
-61	between .]
-95	between .\`
-45	between .{
-26	between /
-23	between /
44	between / 
-109	between /"
20	between /&
-125	between /'
-21	between /(
-71	between /)
-37	between /.
-77	between //
-122	between /:
-19	between /;
-72	between /<
-61	between /=
-112	between />
-132	between /?
144	between /@
-13	between /[
-63	between /\\
-67	between /]
-187	between /\`
-103	between /{
37	between : 
-107	between :"
74	between :%
51	between :&
-76	between :'
52	between :(
-69	between :)
-34	between :,
28	between :.
-56	between ::
40	between :;
-44	between :<
35	between :?
97	between :@
-61	between :]
-167	between :\`
-80	between :{
11	between :}
29	between ;
33	between ; 
14	between ;"
92	between ;'
22	between ;)
33	between ;,
-96	between ;;
15	between <
-47	between < 
-42	between <,
-28	between <<
-84	between <>
-184	between <@
-55	between <[
71	between =
-25	between = 
-32	between ="
-68	between =&
49	between ='
-81	between =(
-44	between =)
-125	between =,
20	between =.
39	between =/
-63	between =:
-30	between =;
26	between ==
67	between =?
70	between =@
-55	between =\`
53	between =}
38	between >"
35	between >.
-40	between >:
36	between >;
67	between ><
41	between >?
-44	between >@
67	between ?
17	between ? 
-34	between ?"
48	between ?'
62	between ?@
-29	between ?\`
30	between @
82	between @"
70	between @'
-77	between @(
-67	between @)
-178	between @/
-43	between @:
51	between @;
-26	between @@
21	between @\`
-81	between [ 
82	between ["
53	between ['
-85	between [(
-19	between [,
-67	between [/
-14	between [:
-123	between [[
-13	between []
-135	between \\ 
-110	between \\"
-17	between \\'
-17	between \\)
-37	between \\.
-18	between \\:
-30	between \\\\
-72	between \\\`
-49	between \\{
-85	between ]
-58	between ] 
44	between ]"
32	between ]'
-117	between ](
-74	between ])
-47	between ],
-46	between ]{
-191	between \`
-190	between \` 
71	between \`%
14	between \`&
-82	between \`(
-31	between \`,
23	between \`.
-127	between \`/
-83	between \`:
-72	between \`<
55	between \`?
-73	between \`[
32	between \`\`
-120	between \`{
-75	between {
-74	between { 
68	between {"
63	between {'
-72	between {(
-49	between {,
-26	between {/
-54	between {:
-121	between {}
-48	between |"
-66	between ||
78	between }
51	between }"
-57	between → 
35	between 「」
45	between 是
36	call a
-12	call account
-30	call action
-92	call add
-41	call address
-26	call admin
25	call aes
-72	call agent
-55	call all
45	call and
-71	call app
-91	call append
60	call application
-35	call apply
-37	call args
14	call argument
-54	call array
-33	call as
-77	call assert
-27	call at
-42	call attribute
-19	call auth
61	call authenticate
-72	call authentication
-59	call authorize
-32	call authorized
-32	call aws
17	call b
-57	call base
30	call basic
108	call bcrypt
16	call be
39	call begin
-55	call binary
22	call bind
-33	call blob
-54	call body
-15	call bool
-28	call boto
-20	call buffer
-96	call build
-86	call builder
-101	call by
31	call byte
-17	call bytes
-61	call c
-52	call cache
-42	call calc
-36	call callback
-23	call called
-24	call case
-80	call certificate
55	call change
-86	call check
70	call child
-41	call chmod
-90	call claim
-19	call clamp
-78	call class
12	call click
60	call client
-45	call close
26	call cloud
23	call code
-43	call collect
-72	call color
-63	call command
-64	call compile
-35	call config
-53	call configuration
22	call conn
65	call connect
30	call connection
-42	call contain
26	call contains
-64	call content
-60	call context
-16	call convert
-21	call cookie
-51	call count
-58	call counter
40	call create
21	call credential
-21	call credentials
56	call crypt
77	call crypto
-48	call d
39	call database
-52	call date
26	call db
10	call de
-61	call debug
-49	call decode
-55	call decoder
85	call decrypt
-37	call deep
-52	call default
130	call define
-47	call delete
-17	call der
-47	call derive
-79	call describe
-66	call description
-46	call device
-40	call dir
-26	call do
14	call document
41	call driver
-43	call duration
-17	call ecdsa
-67	call ed
-26	call email
-16	call empty
54	call encode
-57	call encoder
70	call encoding
51	call encrypt
-38	call encryption
-33	call end
-56	call endpoint
59	call engine
-32	call entries
-30	call entry
-46	call env
79	call equals
-61	call err
-77	call error
-74	call errorf
-62	call errors
-59	call event
-96	call exec
-60	call exists
-74	call expect
-25	call export
-36	call extract
61	call extractall
130	call f
-43	call fail
-42	call failed
-39	call fatalf
-59	call feat
39	call fi
-62	call field
-22	call file
-71	call filepath
-53	call files
59	call fill
-69	call filter
-51	call find
-67	call first
-12	call fix
-51	call float
-101	call fmt
-103	call for
57	call form
-49	call format
-35	call fprintf
-51	call fprintln
-32	call from
47	call ftp
-56	call func
-35	call g
-72	call generate
-38	call get
-93	call git
-107	call gradient
-58	call group
-39	call h
-60	call handle
-105	call handler
-67	call has
65	call hash
-104	call header
33	call headers
-16	call heslo
-52	call hex
89	call hmac
-50	call host
-53	call http
-21	call i
-74	call id
-81	call identity
-68	call if
-28	call image
-104	call import
31	call in
-68	call includes
-50	call index
-84	call info
-112	call initialize
-56	call install
-28	call instance
-112	call int
-38	call interface
-64	call invalid
-37	call invalidate
-63	call io
-45	call ip
48	call is
-134	call it
-52	call item
-106	call join
-96	call json
101	call jwt
-22	call key
35	call keys
-16	call l
-43	call label
-47	call lazy
-66	call len
-10	call line
-33	call lines
-88	call list
-53	call listener
61	call load
-29	call local
-46	call log
-66	call logger
60	call login
-77	call lookup
64	call mail
-93	call make
15	call manager
14	call map
-46	call mark
15	call master
-71	call match
-39	call merge
-77	call message
-47	call metadata
-37	call method
-40	call metric
-53	call min
-53	call missing
-58	call mkdir
-83	call mock
-36	call mode
30	call module
-22	call monkeypatch
10	call mot
-37	call multi
-87	call must
22	call mysql
-120	call name
-10	call nano
50	call net
-68	call new
-42	call next
-39	call no
-49	call node
-61	call normalize
-88	call not
-47	call number
-60	call o
47	call obj
-72	call object
-73	call objects
36	call of
-66	call ok
30	call old
-24	call on
62	call open
-30	call operation
-30	call options
-69	call or
-52	call os
-60	call output
-45	call p
16	call page
-87	call param
-45	call parametrize
-50	call params
-60	call parent
28	call parse
51	call parser
-42	call pass
14	call passcode
10	call passe
-40	call passphrase
-15	call password
-48	call patch
-86	call path
-15	call pattern
-58	call pending
-56	call perform
50	call pgp
-25	call pin
53	call plain
-42	call policy
-76	call post
-79	call prefix
-50	call prepare
-49	call primary
-54	call print
-51	call printf
-50	call println
-64	call private
-120	call process
-26	call project
38	call property
22	call props
-43	call provider
-89	call ps
49	call psk
-22	call psycopg
-58	call public
-34	call push
-62	call put
60	call pw
34	call pwd
-45	call pytest
-37	call queries
-90	call query
-40	call r
-33	call raises
-57	call random
-12	call raw
-52	call re
-90	call read
52	call reader
-44	call record
-15	call redirect
-79	call redis
-51	call ref
-54	call reference
-37	call refresh
-43	call regex
-34	call regexp
59	call register
-30	call registry
-19	call rejects
-34	call remove
-52	call render
-55	call replace
-71	call repo
33	call repository
-61	call request
-60	call require
-40	call reset
-41	call resolve
-28	call response
-45	call result
-49	call resume
-57	call return
-83	call role
-22	call rotate
-59	call route
-55	call run
-19	call runner
-26	call runtime
47	call save
-46	call search
82	call secret
-53	call secrets
-54	call security
-37	call select
-26	call selector
-143	call self
82	call send
61	call senha
11	call senord
37	call sensitive
21	call server
-79	call service
-37	call sessions
-62	call set
16	call setenv
-36	call shared
-64	call shell
-37	call should
86	call sign
-46	call signature
-43	call site
-36	call size
-57	call slice
94	call some
-26	call sorted
51	call source
-44	call split
-79	call sprintf
-13	call sql
49	call ssh
-96	call standard
38	call start
-32	call starts
-68	call state
-83	call status
-39	call storage
29	call store
35	call str
97	call string
-92	call stringify
15	call strings
-50	call stub
-40	call sub
-68	call success
50	call sym
-11	call sync
57	call system
-106	call t
-72	call tag
-54	call task
-55	call tcp
-56	call temp
-54	call template
-81	call test
71	call text
-66	call this
-20	call throw
-46	call time
-83	call token
-36	call tokens
-26	call total
-44	call trace
-58	call tree
-56	call trim
-36	call true
85	call type
47	call u
-66	call uint
-30	call unique
-41	call unix
-21	call update
-59	call uri
-91	call url
-54	call usage
-45	call use
55	call user
-53	call username
78	call utf
-44	call uuid
-37	call v
-43	call validate
-40	call validation
18	call value
-82	call values
-17	call var
27	call verify
-14	call version
-13	call w
-11	call wachtwoord
-31	call wait
-65	call warn
-16	call warning
-41	call webhook
39	call wi
41	call wifi
-34	call window
-135	call with
-113	call workspace
-37	call wrap
-52	call write
-47	call writer
124	call x
45	call zip
-91	cell
-59	command a
23	command a1
59	command access
109	command account
-54	command add
-66	command added
-42	command adding
-63	command address
-51	command addresses
-41	command adds
59	command admin
-85	command after
-51	command agent
78	command alice
-110	command all
-84	command also
57	command alter
-20	command always
-64	command an
-57	command and
-24	command ansible
-33	command ansible-playbook
-50	command any
20	command api
46	command api_key
21	command app
71	command app.secret_key
37	command appuser
-38	command are
15	command arg
-76	command as
23	command assert
-72	command async
-80	command at
100	command auth
-26	command await
24	command aws
82	command az
-59	command b.
-64	command backend
85	command backup
-20	command based
-82	command be
-52	command because
-65	command before
34	command bob
105	command bot
-18	command both
-48	command bound
-16	command buf
-30	command build
-86	command bump
-81	command bumps
-42	command but
23	command bw
-94	command by
-58	command bypasses
34	command c
-47	command cache
93	command call
-64	command called
52	command can
-11	command case
-39	command cat
-30	command cd
-40	command check
51	command ci-user
-62	command clarify
-34	command class
-26	command client
-115	command closes
-85	command cmd
-83	command command
-55	command commit
116	command config
57	command configure
83	command conn
80	command connect
-60	command const
-47	command continue
64	command cqlsh
53	command create
-29	command created
13	command creating
20	command credential
86	command credentials
-91	command ctx
91	command curl
-90	command current
-40	command currently
-49	command custom
23	command cypher-shell
-57	command data
50	command db
-10	command db.example.com
58	command db_password
-47	command debug
-18	command declare
-38	command def
21	command default
-47	command defaults
-18	command defer
-30	command delete
-65	command deleting
53	command deploy
61	command device
-50	command different
-78	command do
-59	command docker
-57	command document
62	command dotnet
-84	command dsn
-29	command during
24	command e
-58	command each
40	command echo
-85	command else
69	command enable
-32	command encryption
-31	command end
-72	command endpoint
70	command enter
106	command env
-114	command err
-32	command error
-90	command every
-39	command example
58	command exec
-13	command existing
-117	command expect
-58	command expected
40	command export
-35	command extract
-29	command file
-40	command final
-51	command fix
-87	command fixed
-108	command fixes
-54	command fixing
-70	command fn
-43	command following
-119	command for
62	command foreach
-43	command format
-117	command from
-126	command full
-144	command func
-111	command function
118	command fyi
-97	command gcloud
-56	command get
22	command gh
54	command git
30	command github
-21	command given
-61	command go
-69	command got
37	command gpg
61	command grant
-94	command grep
11	command h
-58	command have
-38	command header
33	command helm
65	command here
24	command het
-39	command host
-59	command how
-58	command htpasswd
24	command http
116	command i
-64	command id
-67	command if
-32	command implement
-40	command implements
-149	command import
-88	command in
-31	command including
54	command influx
96	command info
43	command initial
22	command input
59	command insert
-68	command instead
-50	command interactive
-49	command interface
-45	command into
51	command invoke-sqlcmd
-45	command invoke-webrequest
118	command ip
-63	command is
66	command isql
40	command it
26	command its
69	command j.smith
37	command java
69	command jdoe
-68	command job
-45	command just
-67	command keep
-32	command key
-44	command keys
-55	command keytool
66	command kim
36	command kubectl
81	command la
57	command ldap
56	command le
-37	command left
57	command license
-35	command like
135	command log
115	command login
-41	command looks
16	command m
40	command machine
46	command mail
-54	command main
-58	command make
16	command master
-60	command match
137	command mc
-73	command merge
-34	command message
-50	command minor
16	command mongosh
24	command mosquitto_pub
55	command mot
-26	command mount
28	command move
-24	command moving
-44	command msg
147	command my
49	command mysql
47	command mysqladmin
53	command mysqldump
-36	command name
50	command neighbor
78	command net
125	command new
39	command new-object
-87	command next
-111	command no
-68	command not
67	command note
-53	command nothing
-69	command now
45	command npm
-117	command object
-30	command objects
-44	command oc
-61	command of
-31	command offset
21	command old
-43	command on
-57	command one
-71	command only
-16	command op
-32	command open
32	command openssl
23	command operator
55	command option
-52	command options
-89	command or
-62	command out
-79	command output
-92	command package
-43	command parent
40	command parola
-22	command part
-46	command pass
-69	command passed
42	command passphrase
53	command passwd
92	command password
-21	command passwort
-23	command path
-31	command per
-75	command pin
90	command please
-54	command port
-118	command post
66	command postgres
38	command presharedkey
75	command printf
-105	command private
67	command privatekey
-16	command prod-db.internal
39	command prosodyctl
-33	command provider
71	command proxy_set_header
-56	command psql
-91	command public
50	command put
71	command pw
-17	command pwd
-36	command python
-63	command query
-99	command r
17	command rabbitmqctl
-59	command raise
82	command rclone
-40	command read
90	command redis-cli
-75	command release
-36	command remaining
-61	command removed
65	command replace
-60	command request
-38	command required
-55	command requires
-80	command resource
-49	command response
-64	command result
-92	command return
-30	command returns
-42	command revert
-65	command review
-13	command rfc
34	command root
100	command rootpw
-20	command run
-52	command running
-53	command s
62	command sa
63	command salasana
37	command salt
-12	command same
91	command secret
72	command secrets
22	command security
43	command sed
-87	command see
-39	command seed
-11	command select
139	command send
-62	command server
79	command servers
-25	command session
-47	command sessionid
-68	command sessions
125	command set
13	command set-adaccountpassword
97	command setenv
39	command setx
22	command shared
-51	command should
-41	command since
-38	command size
-37	command skip
88	command smbclient
140	command snmp-server
90	command snmpwalk
-46	command so
-27	command source
94	command ssh
79	command ssh-keygen
-114	command sshpass
97	command standby
-38	command start
-35	command state
-74	command static
-40	command still
17	command storepassword
-73	command string
-25	command sudo
-31	command suffix
82	command svc_app
-47	command switch
93	command terraform
22	command test
56	command tester
-54	command that
89	command the
-54	command then
-50	command these
-144	command this
-117	command throw
-70	command to
56	command token
-32	command tokens
152	command tool
25	command try
-51	command two
146	command type
-58	command typeof
43	command uci
-44	command under
47	command unzip
-64	command update
-55	command updated
-70	command updates
59	command usa
-51	command usage
134	command use
118	command user
11	command username
-37	command users
-45	command uses
-52	command using
107	command val
32	command valid
-66	command value
24	command values
109	command vault
-39	command verification
-92	command verified
-42	command version
-64	command void
-41	command was
48	command we
-17	command webhook
33	command wget
-51	command what
-75	command when
-32	command where
-26	command while
13	command wifi
-55	command wire
139	command with
-28	command without
-91	command wp
-49	command write
161	command x
43	command x11vnc
23	command xcrun
119	command xfreerdp
49	command you
54	command your
73	command zip
-59	digits 10
-49	digits 11
-43	digits 12
-44	digits 13
-57	digits 14
-18	digits 15
-22	digits 16
-75	digits 4
-167	digits 5
37	digits 6
-59	digits 7
109	digits 8
-24	digits 9
282	digits date
238	favourite 
156	favourite !
108	favourite d
157	favourite d!
-36	gap  != 
93	gap  != "
116	gap  "
84	gap  "w" "
51	gap  "w", "
55	gap  "w", w w("
71	gap  "w", w"
64	gap  "w","
-57	gap  "w=
52	gap  "w@
54	gap  "w@w.w","
42	gap  # w: 
-45	gap  && 
121	gap  '
-64	gap  'w' --
72	gap  'w', '
74	gap  'w', w'
22	gap  'w@
51	gap  (
-52	gap  (#
-52	gap  (\`
-23	gap  (n 
14	gap  (w 
42	gap  (w '
-59	gap  (w 'n' -
-41	gap  (w 'w' -
59	gap  (w -w "
-72	gap  (w w 
-51	gap  (w w w 
-81	gap  (w) 
-92	gap  (w) w 
-22	gap  (w), 
-41	gap  (w, 
-43	gap  *
18	gap  * 
-52	gap  + 
-55	gap  + w 
-65	gap  -
92	gap  - 
-116	gap  --
-32	gap  --w 
80	gap  --w "
29	gap  --w '
-29	gap  --w w 
-108	gap  --w w --
-21	gap  --w w --w 
-37	gap  --w w@
22	gap  --w=
19	gap  --w='
-39	gap  --w='w' w://
108	gap  -> 
-27	gap  -w 
-102	gap  -w "
-12	gap  -w '
-63	gap  -w 'w' w 
-103	gap  -w (
47	gap  -w (w '
-78	gap  -w /
-79	gap  -w /w/
-58	gap  -w w 
33	gap  -w w -w 
42	gap  -w w -w w -w 
29	gap  -w w -w w.w -
47	gap  -w w.w -w 
-18	gap  -w w=
37	gap  -w w@
33	gap  -w=
92	gap  /
140	gap  / 
-69	gap  /w:w /
19	gap  : 
56	gap  : w "
58	gap  :: 
92	gap  := 
-15	gap  := "
80	gap  := \`
-43	gap  := w 
-11	gap  := w.w(
-45	gap  <
129	gap  <- 
-59	gap  <- w --
58	gap  <<< 
59	gap  <<< "
33	gap  = 
130	gap  = "
27	gap  = "w", w = "
76	gap  = "w%
28	gap  = "w&
28	gap  = "w@
75	gap  = '
-49	gap  = 'w' --
-40	gap  = \`\${
-94	gap  = w 
100	gap  = w"
29	gap  = w'
-78	gap  = w(
-17	gap  = w.w(
-42	gap  = w.w().
-34	gap  = { w = "
-36	gap  = { w: '
23	gap  = { w: 'w', w
-58	gap  == 
117	gap  == "
100	gap  === '
119	gap  => 
37	gap  => "
117	gap  => '
101	gap  >> 
-55	gap  >> w --
105	gap  ?? "
108	gap  [
86	gap  [ "
-18	gap  \`
-56	gap  \`w\` w \`
119	gap  n 
-100	gap  n --
71	gap  n w 
-62	gap  n w w 
-38	gap  nw 
-38	gap  nw w 
41	gap  nw%
61	gap  nw@
44	gap  w 
76	gap  w "
28	gap  w "w", w w("
43	gap  w "w", w"
27	gap  w "w","
41	gap  w "w:w" "
52	gap  w "w@
-58	gap  w '
-94	gap  w 'w'@'
-44	gap  w (
-52	gap  w (#
-58	gap  w (\`
-27	gap  w (\`/
-19	gap  w (n 
-36	gap  w (w 
-115	gap  w -
22	gap  w - 
-99	gap  w --
-44	gap  w --w 
33	gap  w --w >> 
42	gap  w --w w 
40	gap  w --w w --w 
22	gap  w --w w w 
24	gap  w --w: 
37	gap  w -> 
-40	gap  w -w 
-44	gap  w /
45	gap  w / 
35	gap  w : 
22	gap  w :: 
35	gap  w := 
28	gap  w := \`
77	gap  w <- 
42	gap  w = 
74	gap  w = '
23	gap  w => 
39	gap  w [
-36	gap  w \`
-48	gap  w \`/
-74	gap  w \`w:"
-24	gap  w n 
-82	gap  w n --
35	gap  w w 
-20	gap  w w "
79	gap  w w '
-62	gap  w w (
-23	gap  w w (#
-48	gap  w w (w 
-103	gap  w w --
-42	gap  w w --w=
19	gap  w w -w 
23	gap  w w / 
82	gap  w w : 
57	gap  w w = '
13	gap  w w = w'
-112	gap  w w \`
-19	gap  w w \`/
-72	gap  w w n 
-61	gap  w w n w 
74	gap  w w w 
41	gap  w w w "
53	gap  w w w (
-25	gap  w w w (#
33	gap  w w w (w/
-64	gap  w w w --
27	gap  w w w = '
24	gap  w w w = w'
-51	gap  w w w \`
80	gap  w w w w 
18	gap  w w w w "
-35	gap  w w w w (
-31	gap  w w w w (#
-60	gap  w w w w \`
57	gap  w w w w w 
-70	gap  w w w w w \`
71	gap  w w w w w w 
-40	gap  w w w w w w \`
42	gap  w w w w w w w
-43	gap  w w w w w, w 
52	gap  w w w w%
-19	gap  w w w w, w w 
-36	gap  w w w w/
81	gap  w w w w: 
14	gap  w w w w@
51	gap  w w w'w 
-31	gap  w w w'w w 
-54	gap  w w w, 
-47	gap  w w w/
116	gap  w w w: 
25	gap  w w w=
33	gap  w w w@
77	gap  w w%
39	gap  w w&
-28	gap  w w'w 
-30	gap  w w, 
-23	gap  w w, w 
-63	gap  w w, w w 
-30	gap  w w. 
-69	gap  w w.w 
74	gap  w w.w w 
29	gap  w w/
-25	gap  w w/w 
48	gap  w w:
98	gap  w w: 
-15	gap  w w: \`
25	gap  w w=
37	gap  w w=w w=
54	gap  w w@
41	gap  w w@w.w w 
19	gap  w | 
-37	gap  w! 
-46	gap  w" w "
27	gap  w" w="
-54	gap  w").
37	gap  w").w("
-17	gap  w", "
43	gap  w%
18	gap  w&
23	gap  w', '
34	gap  w'w 
33	gap  w('
-72	gap  w) 
-50	gap  w) w 
-62	gap  w, 
-66	gap  w, w 
-76	gap  w, w w 
-62	gap  w, w w \`
-37	gap  w, w w w 
-53	gap  w, w w, 
-57	gap  w. 
-40	gap  w. w 
-42	gap  w. w w 
42	gap  w.w 
40	gap  w.w --w 
19	gap  w.w w 
24	gap  w.w w w w '
32	gap  w.w("
19	gap  w.w:
15	gap  w/
-53	gap  w/w 
-14	gap  w:
32	gap  w: 
-17	gap  w: "
-77	gap  w: \`
-34	gap  w: w 
-29	gap  w: w w 
-46	gap  w://
37	gap  w:::
-58	gap  w:w 
51	gap  w;
-70	gap  w; 
-12	gap  w; w 
-106	gap  w="
39	gap  w='
11	gap  w=> 
-27	gap  w=n w=
-33	gap  w=w w=
19	gap  w=w;w=
34	gap  w>
24	gap  w> 
-61	gap  w? 
-28	gap  w@
-55	gap  w@w 
23	gap  w@w.w 
90	gap  {"
75	gap  | 
-35	gap  | w | 
80	gap  || '
-50	gap  } = 
-60	gap  } w '
82	gap  ~> "
12	gap " 
30	gap " "
122	gap " : "
24	gap " :w "
-50	gap " w 
57	gap " w "
34	gap " w w "
73	gap " w="
41	gap " w="w" w="
-93	gap ").
-42	gap ").w(
130	gap ").w("
-59	gap ").w("w" --
-73	gap ", 
60	gap ", "
-64	gap ", "w" w 
-12	gap ", "w", "
97	gap ", "w": "
25	gap ", "w@
106	gap ", ["
39	gap ", w = "
72	gap ", w w("
74	gap ", w"
90	gap ", w("
-61	gap ", w("w" --
64	gap ", w: "
97	gap ", w="
33	gap ","w":"
49	gap ","w":"w","w":
-42	gap ".
-44	gap ":
-64	gap ": 
-29	gap ": "
-105	gap ": "-----
43	gap ": "w", "w": "
31	gap ": "w/
-52	gap ": {"
-35	gap ": {"w": "
-71	gap ":"
-99	gap ":"w","
30	gap ":"w","w":"
-61	gap ":n,"
42	gap ">
-33	gap ">n</
-87	gap ">w</
105	gap "] = "
31	gap %
-15	gap &
29	gap &w=
87	gap ' => '
-67	gap ' w 
61	gap ' w='
-30	gap ')).
91	gap ').w('
-77	gap ', 
88	gap ', '
34	gap ', 'w%
-81	gap ', 'w', '
69	gap ', 'w': '
26	gap ', 'w@
33	gap ', w'
-18	gap ', w='
67	gap ','
-59	gap ': 'w' --
29	gap ': 'w', 'w': '
-88	gap '@'
55	gap '@'%' w w '
71	gap '@'w' = w('
147	gap '] = '
-54	gap '] = 'w' --
-18	gap 'w 
-42	gap 'w w 
38	gap 'w w w 
-57	gap 'w w w (
-30	gap 'w w w w 
-66	gap 'w w w w w 
23	gap (
22	gap ("
39	gap ("w" "
28	gap ("w", "w", "w"
55	gap ("w", w w("
32	gap ("w", w"
-44	gap ("w","
56	gap ("w.w", "
16	gap ("w@w.w", "
-77	gap (&
39	gap ('w', '
28	gap ('w', 'w', '
25	gap ('w', w'
67	gap ('w.w', '
-72	gap () 
-48	gap () w 
-16	gap ()).
-35	gap (), 
-34	gap ().
-128	gap ([]
58	gap ([]w("
86	gap (\`
31	gap (w (
-17	gap (w *
20	gap (w + 
52	gap (w - 
14	gap (w --w 
45	gap (w -w 
27	gap (w : 
14	gap (w :: 
82	gap (w w 
112	gap (w w("
41	gap (w | 
61	gap (w"
-67	gap (w"w" w 
12	gap (w%
-20	gap (w, 
68	gap (w, "
94	gap (w, '
-31	gap (w.w, 
25	gap (w/
19	gap (w:
15	gap (w: 
-27	gap (w: w, 
31	gap (w:::
11	gap (w;
34	gap (w=w, w=
-64	gap ) 
-35	gap ) => 
-32	gap ) w 
-37	gap ) w w 
-30	gap ) w w w 
-41	gap )).
-77	gap ), 
-35	gap ), w w 
-53	gap ).
82	gap ).w("
-16	gap ); 
-61	gap ** (
-14	gap ,
-101	gap , 
11	gap , "
-35	gap , "w", 
-60	gap , &
28	gap , '
-16	gap , n 
-45	gap , w 
-95	gap , w := 
-42	gap , w := w 
-61	gap , w := w.w("
-71	gap , w = 
-42	gap , w \`
-65	gap , w w 
-49	gap , w w \`
-57	gap , w w w w 
-31	gap , w w, 
-78	gap , w(
-50	gap , w) w ('
-103	gap , w, 
-65	gap , w, w 
-62	gap , w, w, 
-34	gap , w, w, w, 
-45	gap , w.w, 
-12	gap , w: w.w, 
-48	gap , w] w 
73	gap ,w=
63	gap ,w=w -w 
-23	gap -w 
27	gap -w "
11	gap -w '
-18	gap -w -w 
39	gap -w := 
17	gap -w := \`
46	gap -w <- 
51	gap -w [
-11	gap -w \`
58	gap -w n 
33	gap -w w 
36	gap -w w "
41	gap -w w "w:w" "
27	gap -w w w 
-25	gap -w w w w 
41	gap -w | 
49	gap -w" : "
-31	gap -w" w="
-60	gap -w").
60	gap -w").w("
17	gap -w", w("
-20	gap -w": "
23	gap -w"] = "
23	gap -w' w='
33	gap -w').w('
19	gap -w'] = '
27	gap -w(w"
20	gap -w, '
-47	gap -w, w 
-50	gap -w/
-20	gap -w:
94	gap -w: 
39	gap -w: "
45	gap -w: \`
55	gap -w=
48	gap -w=> 
35	gap -w>
35	gap -w> 
19	gap -w? 
-81	gap .
-60	gap . 
-82	gap . w 
-44	gap . w w 
-53	gap . w w w 
-42	gap . w w w w 
-42	gap .w 
36	gap .w != "
-28	gap .w '
17	gap .w (
31	gap .w -> 
11	gap .w -w w -w 
13	gap .w -w w -w '
-17	gap .w /
29	gap .w / 
-34	gap .w /w:
49	gap .w /w:w /
19	gap .w /w:w /w:
44	gap .w := 
-14	gap .w = 
69	gap .w = "
69	gap .w = '
29	gap .w => 
48	gap .w >> 
58	gap .w [
72	gap .w \`
56	gap .w n 
59	gap .w w 
24	gap .w w "
38	gap .w w w 
-40	gap .w w w --
-48	gap .w w=
-13	gap .w | 
29	gap .w || '
-38	gap .w").
20	gap .w").w("
25	gap .w", "w": "
-38	gap .w", w="
40	gap .w', '
-91	gap .w(
45	gap .w("w", "
-44	gap .w('
-49	gap .w([]
40	gap .w([]w("
32	gap .w(w"
-25	gap .w(w, 
-40	gap .w, 
-14	gap .w, '
16	gap .w.w -w w -w 
36	gap .w.w -w w -w '
-53	gap .w.w /
44	gap .w.w /w:w /
25	gap .w.w /w:w /w:
-34	gap .w.w w=
-25	gap .w.w', w: '
15	gap .w.w("
16	gap .w.w:n -w w -w
-51	gap .w/
-27	gap .w:
38	gap .w: 
19	gap .w: \`
-32	gap .w;w=
15	gap .w;w=w;w=
83	gap .w=
36	gap .w="""
48	gap .w=> 
32	gap .w=["
12	gap .w>
25	gap .w> 
19	gap /
-19	gap /.w/
-40	gap /w 
-84	gap /w w 
-51	gap /w w w 
55	gap /w w=
-23	gap /w, 
-111	gap /w/
-31	gap /w/w 
-76	gap /w/w/
-35	gap /w/w/w/
-97	gap /w@
77	gap :
44	gap : 
13	gap : "
59	gap : "w" "
-40	gap : "w", 
68	gap : "w", "
60	gap : "w", w w("
55	gap : "w", w"
27	gap : "w", w: "
68	gap : "w","
31	gap : "w@
-48	gap : \${{ 
-47	gap : '
57	gap : 'w%
-18	gap : 'w', 
54	gap : 'w', '
47	gap : 'w', w'
68	gap : 'w', w: '
24	gap : 'w@
83	gap : ["
-63	gap : ["w" w 
-52	gap : ['w', '
66	gap : \`
37	gap : nw@
46	gap : w (
63	gap : w + 
27	gap : w - 
50	gap : w --w 
41	gap : w -w 
44	gap : w / 
38	gap : w : 
50	gap : w :: 
96	gap : w = "
32	gap : w => 
88	gap : w w 
33	gap : w | 
78	gap : w%
18	gap : w&
-33	gap : w(
65	gap : w("
-47	gap : w) -> 
-51	gap : w): 
-22	gap : w, 
-30	gap : w, w: 
-28	gap : w, w: w, 
62	gap : w/
28	gap : w:
48	gap : w: 
30	gap : w:::
33	gap : w;
44	gap : w=
67	gap : w@
56	gap : w@w.w w 
-67	gap : {
-34	gap : { w: '
36	gap : { w: 'w', w:
71	gap : { w: 'w@w.w'
-91	gap ://
16	gap ://w:
-40	gap ::
45	gap :::
38	gap :="
-62	gap :n@
33	gap :w 
51	gap :w != "
38	gap :w (
-60	gap :w --
15	gap :w -> 
36	gap :w /
27	gap :w / 
-53	gap :w /w:
39	gap :w := \`
47	gap :w <- 
29	gap :w == "
28	gap :w === '
38	gap :w => 
29	gap :w >> 
18	gap :w [
44	gap :w \`
33	gap :w n 
42	gap :w w 
59	gap :w w w 
-48	gap :w w://
53	gap :w | 
41	gap :w" "
-43	gap :w").
43	gap :w").w("
34	gap :w", ["
12	gap :w", w: "
75	gap :w%
14	gap :w("
28	gap :w([]w("
42	gap :w(w w("
15	gap :w, '
11	gap :w.w("
35	gap :w:
36	gap :w: 
15	gap :w: ["
53	gap :w=
41	gap :w="""
35	gap :w>
26	gap :w> 
-24	gap :w@
-50	gap :w@n.n.n.n:
-64	gap :w@w(n.n.n.n:n
-77	gap :w@w:
-35	gap :w@w:n/
49	gap :{w}
63	gap ;
-61	gap ; 
-70	gap ; w 
-34	gap ; w w w 
33	gap ;w=
-77	gap </
84	gap </w><w>
145	gap =
99	gap ="
69	gap ="""
61	gap ="w" w="
62	gap ="w%
21	gap ="w.w" w="
75	gap ='
-69	gap ='w' 
-65	gap ='w' w://
49	gap ='w', w='
-92	gap =("
63	gap =("w", "
-60	gap =('
79	gap =('w', '
128	gap => 
78	gap =>"
109	gap =["
-83	gap =n 
-51	gap =n --
-37	gap =n w=
-64	gap =nw --
-134	gap =w 
-91	gap =w --
38	gap =w --w=
27	gap =w --w='
-101	gap =w -w 
90	gap =w -w w=
-82	gap =w w 
-70	gap =w w://
-55	gap =w w=
90	gap =w%
69	gap =w&
26	gap =w&w=
-17	gap =w, w=
55	gap =w,w=
22	gap =w.w --w=
52	gap =w/
55	gap =w:
-22	gap =w;w w=
16	gap =w;w w=w;w=
46	gap =w?
67	gap =w@
-66	gap ={
-47	gap ={w} w="
22	gap >
70	gap > 
-23	gap >/
-22	gap ><
47	gap ><w>
-19	gap ><w>n</
-99	gap ><w>n</w><w>
32	gap ?
83	gap ? 
-31	gap ?.
16	gap ?w=w&w=
-92	gap @
47	gap @w -w 
-23	gap @w w 
74	gap @w: 
-14	gap [
-73	gap ] = 
-21	gap ] = w(
57	gap ] w w 
-69	gap ](w://
-122	gap \` 
-20	gap \` - 
74	gap \` / \`
-86	gap \` w 
-85	gap \` w \`
-79	gap \` w w 
-54	gap \` w w \`
-68	gap \` w w w 
-56	gap \` w w w w 
-45	gap \` w w w w \`
32	gap \` | \`
-82	gap \`, \`
-63	gap \`, \`w\`, \`
-31	gap \`, \`w\`, \`w\`, \`
36	gap n 
-46	gap n/w/
28	gap n:
65	gap w
76	gap w != "
58	gap w "
-28	gap w (\`
-53	gap w (w 
-60	gap w *
-59	gap w + 
69	gap w - 
42	gap w --w 
34	gap w -> 
64	gap w -w 
43	gap w -w '
70	gap w -w w -w 
32	gap w -w w -w w -w
82	gap w / 
35	gap w : 
32	gap w :: 
44	gap w := \`
50	gap w <- 
-18	gap w = 
12	gap w = "
21	gap w = "w", w = "
43	gap w = '
-66	gap w = w 
59	gap w = w"
-18	gap w = w(
-33	gap w = w.w(
70	gap w === '
75	gap w => 
62	gap w => '
42	gap w >> 
35	gap w ?? "
64	gap w [
61	gap w [ "
22	gap w \`
-19	gap w \`w:"
-51	gap w \`w\` w \`
81	gap w n 
14	gap w w 
61	gap w w "
34	gap w w '
-37	gap w w (
-60	gap w w --
12	gap w w -w 
-74	gap w w \`
-63	gap w w \`w:"
-76	gap w w w --
63	gap w w w = '
-54	gap w w w \`
-91	gap w w w w 
-59	gap w w w w \`
-67	gap w w w w w 
-50	gap w w w w w \`
-77	gap w w w w w w 
-26	gap w w w w w w, w
-43	gap w w w w'w 
-38	gap w w w'w 
-47	gap w w w, 
-26	gap w w w, w 
-56	gap w w, 
-36	gap w w, w 
-14	gap w w. 
-45	gap w w. w 
39	gap w w.w --w 
19	gap w w.w -w 
37	gap w {"
58	gap w || '
-40	gap w } w '
40	gap w ~> "
62	gap w" "
45	gap w" : "
-42	gap w" w 
51	gap w" w="
-61	gap w").
38	gap w").w("
-34	gap w", 
23	gap w", "
23	gap w", "w": "
41	gap w", ["
84	gap w", w w("
18	gap w", w"
52	gap w", w("
22	gap w", w: "
-19	gap w", w="
24	gap w","
-30	gap w": 
-20	gap w": "
37	gap w": "w", "w": 
40	gap w": "w.w", "w"
28	gap w":"
38	gap w":"w","w":"
54	gap w">
-27	gap w">w</
39	gap w"] = "
34	gap w%
34	gap w' w='
50	gap w').w('
-17	gap w', 
-73	gap w', '
57	gap w', w'
67	gap w', w: '
75	gap w'] = '
-101	gap w(
-61	gap w("
-29	gap w("/
25	gap w("w.w", "
92	gap w('
-71	gap w() 
-51	gap w() w 
-25	gap w().
-69	gap w([]
48	gap w([]w("
-76	gap w(w 
-13	gap w(w *
64	gap w(w w("
14	gap w(w"
-42	gap w(w, 
-33	gap w(w, "
-15	gap w(w, w, 
-12	gap w(w: 
-52	gap w) 
-28	gap w) w 
-29	gap w), 
-42	gap w).
16	gap w).w("
-56	gap w,
-64	gap w, 
-50	gap w, w 
-62	gap w, w w 
-35	gap w, w w w 
-28	gap w, w w w w 
-42	gap w, w w, w 
-58	gap w, w, 
-35	gap w, w, w, 
-42	gap w, w: 
-34	gap w. 
-39	gap w. w 
-50	gap w. w w w 
28	gap w.w -w 
44	gap w.w w 
-46	gap w.w(
54	gap w.w("
-13	gap w.w('
-73	gap w.w/
-57	gap w.w:
-27	gap w.w=
-55	gap w.w\`, \`
-63	gap w/w 
-99	gap w/w/
-21	gap w/w/.
-34	gap w/w/.w/
-95	gap w/w/w/
-45	gap w/w/w/w/
-21	gap w/w/w/w/.
-29	gap w/w/w/w/w/
32	gap w:
-25	gap w: "w", w: "
36	gap w: "w.w", w: "
-26	gap w: \${
-47	gap w: '
66	gap w: ["
30	gap w: \`
-35	gap w: w 
-71	gap w: w --
43	gap w: w = "
-51	gap w: w w 
-62	gap w: w(
21	gap w: w("
-43	gap w::
25	gap w:::
47	gap w;
-42	gap w; w 
-32	gap w="
25	gap w="""
62	gap w="w" w="
34	gap w="w.w" w="
-137	gap w='
-28	gap w='w://
48	gap w=> 
56	gap w=>"
57	gap w=["
-32	gap w=w 
36	gap w=w --w=
44	gap w=w,w=
61	gap w=w/
65	gap w>
64	gap w><w>
63	gap w? 
-49	gap w[
-61	gap w\` 
65	gap w\` / \`
-77	gap w\` w 
-84	gap w\` w \`
-66	gap w\` w w 
-54	gap w\` w w \`
-48	gap w\` w w w 
-54	gap w\` w w w w \`
49	gap w\` | \`
-68	gap w\`, \`
-85	gap w\`, \`w\`, \`
-25	gap w\`, w \`
-51	gap w\`/\`
-55	gap |
-33	hex 0
-199	hex 1
-47	hex 10
-181	hex 2
-137	hex 3
-272	hex 4
-132	hex 5
-75	hex 6
20	hex 7
-53	hex 8
-158	hex 9
12	in a call
72	joints 
-127	joints -.
-175	joints -./
-131	joints -./:
-61	joints -./:_
-51	joints -./=
-54	joints -./_
-57	joints -.:
-111	joints -._
-64	joints -/
-118	joints -/:
-50	joints -/=
-65	joints -/_
68	joints -:
20	joints -:_
41	joints -=
52	joints -=_
-60	joints -_
-72	joints .
-136	joints ./
-52	joints ./:
-101	joints ./:=
-56	joints ./:_
-36	joints ./=
-160	joints ./_
-27	joints .:
-63	joints .:=
-37	joints .=
-79	joints .=_
-219	joints ._
-53	joints /:=
27	joints /:_
33	joints /=
-22	joints /_
-96	joints :=
-56	joints :_
69	joints =
-23	joints _
-20	k 
-28	k != 
43	k != "
82	k "
100	k '
18	k (
-48	k (#
-87	k (w 
-56	k (w w 
-59	k (w w w 
-47	k (w) w 
-41	k (w, 
-58	k + 
-131	k -
97	k - 
34	k --w 
41	k -> 
-70	k -w 
-152	k /
62	k / 
52	k := 
-59	k := "
24	k := \`
-43	k := w 
-11	k := w.w(
-24	k <
69	k <- 
15	k = 
29	k = "
25	k = '
-40	k = \`\${
-85	k = w 
64	k = w"
-65	k = w(
-17	k = w.w(
-42	k = w.w().
-58	k == 
60	k == "
21	k === '
75	k => 
55	k => '
63	k >> 
87	k ?? "
97	k [
66	k [ "
-12	k \`
-198	k above
-40	k above asks
-217	k after 0
-202	k after 3
-62	k before 1
-118	k before 2
-87	k before 3
-169	k before 4
98	k n 
74	k n w 
27	k w 
77	k w "
41	k w "w:w" "
-65	k w (
-34	k w (#
-19	k w (n 
-20	k w (w 
-117	k w \`
-49	k w \`w:"
-22	k w w 
-37	k w w (
-21	k w w (#
-69	k w w --
-42	k w w --w=
-65	k w w \`
-54	k w w w 
55	k w w w (
-19	k w w w (#
-27	k w w w \`
-74	k w w w w 
-33	k w w w w (
-37	k w w w w \`
-92	k w w w w w 
-36	k w w w w w \`
-54	k w w w w w w 
-54	k w w w'w 
-31	k w w w'w w 
-52	k w w w, 
-47	k w w w/
-92	k w w, 
-43	k w w, w 
-35	k w w, w w 
-14	k w w. 
-94	k w w/
-68	k w w: 
36	k w w=
-71	k w) 
-25	k w) w 
-44	k w, 
-77	k w, w 
-54	k w, w w 
-33	k w, w w w 
-27	k w, w w, 
-42	k w. 
-34	k w. w 
-36	k w. w w 
-65	k w/
-47	k w/w 
-40	k w:
-37	k w: \`
-49	k w: w 
-29	k w: w w 
-65	k w; 
55	k {"
60	k | 
63	k || '
-50	k } = 
52	k ~> "
-56	k" 
82	k" : "
17	k" w="
-33	k").
83	k").w("
-41	k", 
36	k", "
78	k", "w": "
63	k", ["
59	k", w("
31	k", w: "
32	k", w="
-44	k":
-58	k": 
-51	k": "
-105	k": "-----
-123	k":"
-96	k":"w","
-61	k":n,"
69	k"] = "
27	k' w='
61	k').w('
-43	k', 
32	k', '
-22	k': '
102	k'] = '
-63	k'w 
-75	k(
-106	k("
-37	k("w", "
-12	k("w", "w", "
28	k("w", "w", "w"
-63	k() 
-35	k(), 
-35	k().
-58	k([]
25	k([]w("
-63	k(w 
-13	k(w *
81	k(w w("
76	k(w"
-38	k(w, 
-41	k(w.w, 
-29	k(w: 
34	k(w=w, w=
-42	k) 
-35	k) => 
-57	k) w 
-37	k) w w 
-30	k) w w w 
-41	k), 
-33	k), w w 
-36	k).
82	k).w("
-16	k); 
-95	k,
-89	k, 
-41	k, "
-35	k, "w", 
-60	k, &
49	k, '
-58	k, w 
-86	k, w := 
-42	k, w := w 
-62	k, w = 
-70	k, w w 
-29	k, w w \`
-61	k, w w w 
-45	k, w w w w 
-19	k, w w, 
-78	k, w(
-84	k, w, 
-50	k, w, w 
-46	k, w, w, 
-57	k, w.w, 
-52	k, w: 
-48	k, w] w 
19	k-w 
-82	k-w w 
-57	k-w w w 
-44	k. 
-78	k. w 
-32	k. w w 
-46	k. w w w 
-37	k. w w w w 
-54	k.w 
-28	k.w = 
-28	k.w w 
-88	k.w(
41	k.w("
-51	k.w('
-37	k.w, 
77	k/
-69	k/w 
-48	k/w w 
55	k/w w=
-14	k/w/
-42	k: 
-14	k: "
30	k: "w" "
-34	k: "w", 
38	k: "w", "
43	k: "w", w w("
68	k: "w", w"
59	k: "w","
-80	k: '
-15	k: 'w', 
21	k: 'w', '
44	k: ["
48	k: \`
58	k: w 
41	k: w (
56	k: w + 
49	k: w --w 
27	k: w -w 
32	k: w / 
33	k: w : 
53	k: w :: 
65	k: w => 
78	k: w w 
32	k: w w w 
32	k: w | 
47	k: w%
-33	k: w(
25	k: w("
-51	k: w): 
61	k: w/
23	k: w:
46	k: w: 
22	k: w:::
32	k: w;
43	k: w=
12	k: w@
-40	k::
-48	k; 
-37	k; w 
-34	k; w w w 
152	k=
70	k="
75	k="""
64	k="w" w="
77	k='
99	k=> 
71	k=["
-57	k=w 
63	k=w/
-66	k={
-47	k={w} w="
-28	k>
27	k> 
-23	k>/
-22	k><
-19	k><w>n</
-99	k><w>n</w><w>
78	k? 
-14	k[
-73	k] = 
-21	k] = w(
-95	k\` 
-47	k\` - 
-75	k\` w 
-44	k\` w \`
-69	k\` w w 
-69	k\` w w w 
-37	k\` w w w w 
-73	k\`, \`
-43	k\`, \`w\`, \`
-18	k\`, \`w\`, \`w\`, \`
-41	kinds !
29	kinds 0
-56	kinds 0!
-94	kinds 0!-
-97	kinds 0-
-131	kinds A!
-107	kinds A!-
-91	kinds A-
-58	kinds A0
136	kinds A0!
-71	kinds A0!-
-34	kinds a
38	kinds a!
-99	kinds a!-
-64	kinds a-
19	kinds a0
111	kinds a0!
-69	kinds a0!-
-73	kinds a0-
-156	kinds aA
-92	kinds aA!
-85	kinds aA!-
-156	kinds aA-
51	kinds aA0
134	kinds aA0!
103	kinds aA0!-
49	kinds aA0-
-148	kw 
-60	kw (
-48	kw (w 
-44	kw := 
-139	kw = 
-46	kw = "
75	kw = '
-55	kw = w 
-15	kw = w(
-32	kw = w.w(
-132	kw w 
-53	kw w (
-46	kw w \`
-41	kw w w 
-12	kw w w \`
-39	kw w w w 
-54	kw w w w w 
-39	kw w w w w w 
-53	kw w w w w w w 
-34	kw w, 
-40	kw" w 
65	kw", "
34	kw": "
-14	kw', 
-59	kw(
73	kw("
73	kw('
-26	kw() 
-43	kw() w 
-22	kw().
-60	kw(w 
-12	kw(w *
-48	kw(w, 
-35	kw) 
-31	kw).
-52	kw,
-65	kw, 
-51	kw, w 
-49	kw, w w 
-28	kw, w w w 
-38	kw, w, 
-20	kw. w 
-66	kw.w(
-77	kw/
15	kw: 
-16	kw: "
-51	kw: \`
-26	kw=
67	kw="
-128	kw='
-49	kw[
-47	kw\` 
-41	kw\` w 
-58	kw\` w \`
-47	kw\` w w 
-26	kw\` w w \`
-40	kw\` w w w 
-25	kw\`, \`
-36	k|
48	last
24	line code
-151	line comment
45	line options
70	line prompt
-124	line prose
23	line setting
-90	line test
-100	long 0
-78	long 1
31	long 12
33	long 4
18	long 5
15	long 6
31	long 8
-16	long 9
21	natural 0
-81	natural 0 0
-84	natural 0 1
37	natural 0 3
-35	natural 0 d0
37	natural 0 d2
54	natural 0 d3
84	natural 0 d4
70	natural 1
-71	natural 1 2
-24	natural 1 3
18	natural 1 4
37	natural 1 d2
27	natural 1 d3
77	natural 1 d4
17	natural 2
-42	natural 2 1
-75	natural 2 2
-40	natural 2 3
-88	natural 2 4
-23	natural 2 d1
67	natural 2 d3
71	natural 2 d4
-129	natural 3 2
-70	natural 3 3
59	natural 3 d3
61	natural 3 d4
-24	natural 4 1
-89	natural 4 2
-55	natural 4 3
-17	natural 4 4
21	natural 4 d2
18	natural 4 d3
-12	natural 4 d4
-18	natural 5
-85	natural 5 2
-68	natural 5 3
73	natural 5 d1
55	natural 5 d3
-11	natural 5 d4
-11	natural 6
-49	natural 6 1
-79	natural 6 2
-91	natural 6 3
-69	natural 6 4
-20	natural 6 d0
48	natural 6 d1
42	natural 6 d3
14	near --admin
47	near --admin-password
20	near --api
16	near --api-key
62	near --apikey
62	near --auth
35	near --auth-password
31	near --client
-39	near --db
-96	near --email
47	near --encryption
-87	near --filter
127	near --from-literal
-23	near --key
-69	near --name
13	near --new
31	near --old
18	near --pass
79	near --passphrase
-22	near --passwd
82	near --password
47	near --pw
-41	near --quiet
47	near --redis
47	near --requirepass
24	near --root
21	near --root-password
-117	near --server
11	near --shared
-24	near --smtp
106	near --token
-90	near --url
-17	near --user
-84	near --username
86	near --value
32	near -a
41	near -app
22	near -asplaintext
24	near -auth
-16	near -b
57	near -c
32	near -d
-15	near -day
-64	near -e
-23	near -f
43	near -h
-68	near -i
-25	near -jar
66	near -k
66	near -keypass
-56	near -l
22	near -ldap
38	near -m
54	near -n
-38	near -name
14	near -newpassword
-56	near -o
-30	near -out
174	near -p
44	near -passwd
60	near -password
-60	near -path
56	near -pw
52	near -pwd
-60	near -q
-55	near -server
-148	near -ssh
18	near -storepass
54	near -string
15	near -t
110	near -u
80	near -uadmin
90	near -uroot
-56	near -user
-26	near -v
21	near -var
118	near -w
58	near -x
55	near -y
-87	near 0
-141	near 0 long 0
-69	near 0 long 1
-36	near 0 long 10
-90	near 0 long 11
20	near 0 long 12
-49	near 0 long 13
-51	near 0 long 2
-82	near 0 long 3
-38	near 0 long 4
-28	near 0 long 6
-45	near 0 long 7
-26	near 0 long 8
-60	near 0 long 9
-65	near 0 natural 0
-53	near 0 natural 0 0
-43	near 0 natural 0 1
-16	near 0 natural 0 2
-87	near 0 natural 0 d0
-47	near 0 natural 0 d1
-34	near 0 natural 0 d2
82	near 0 natural 0 d3
16	near 0 natural 0 d4
12	near 0 natural 1
-20	near 0 natural 1 2
-18	near 0 natural 1 3
-40	near 0 natural 1 d3
54	near 0 natural 1 d4
-30	near 0 natural 2
-98	near 0 natural 2 1
-86	near 0 natural 2 2
-69	near 0 natural 2 3
-60	near 0 natural 2 4
-65	near 0 natural 2 d1
-51	near 0 natural 2 d2
42	near 0 natural 2 d3
40	near 0 natural 2 d4
-40	near 0 natural 3
-114	near 0 natural 3 2
-40	near 0 natural 3 3
-153	near 0 natural 3 4
-40	near 0 natural 3 d2
-21	near 0 natural 3 d3
13	near 0 natural 3 d4
-56	near 0 natural 4
-86	near 0 natural 4 1
-53	near 0 natural 4 2
-85	near 0 natural 4 3
-51	near 0 natural 4 4
-56	near 0 natural 4 d1
-37	near 0 natural 4 d2
-24	near 0 natural 4 d3
-43	near 0 natural 4 d4
-79	near 0 natural 5
-109	near 0 natural 5 1
-91	near 0 natural 5 2
-51	near 0 natural 5 3
-96	near 0 natural 5 4
-57	near 0 natural 5 d2
-29	near 0 natural 5 d3
-79	near 0 natural 5 d4
-74	near 0 natural 6
-89	near 0 natural 6 1
-45	near 0 natural 6 2
-27	near 0 natural 6 3
-103	near 0 natural 6 4
-165	near 0 natural 6 d0
-42	near 0 natural 6 d1
-33	near 0 natural 6 d2
-38	near 0 natural 6 d3
-43	near 0 natural 6 d4
-32	near 0 sk !/a/a
-16	near 0 sk !/a/a2
-88	near 0 sk !A
-111	near 0 sk !a
-13	near 0 sk !a.C
-33	near 0 sk !a.C…
-42	near 0 sk !a.a
-16	near 0 sk !a.a.a
-40	near 0 sk !a.a2
-44	near 0 sk !a.a2C
-18	near 0 sk !a.aC
-40	near 0 sk !a.aCC
-26	near 0 sk !a.a…
-14	near 0 sk !a1.C2C
-61	near 0 sk !a1.a
-34	near 0 sk !a1.aC
-53	near 0 sk !a1.…
-37	near 0 sk !a2.a
-26	near 0 sk !a2.aC
-69	near 0 sk !a2C
-51	near 0 sk !a2CC
-34	near 0 sk !a2CCC
-87	near 0 sk !aC
-43	near 0 sk !aC.a
-23	near 0 sk !aC.…
-56	near 0 sk !aC2
-48	near 0 sk !aC2C
-86	near 0 sk !aCC
-30	near 0 sk !aCC.a
-46	near 0 sk !aCCC
-30	near 0 sk !aCCCC
-49	near 0 sk !aCC…
-32	near 0 sk %.01a1
-64	near 0 sk %02a1
-55	near 0 sk %A1-…
-52	near 0 sk 01-01a1-a1
-80	near 0 sk 01-0…
-13	near 0 sk 01.01.01
-22	near 0 sk 01.01.a1
-33	near 0 sk 01.01A1
-32	near 0 sk 01.01A2
-79	near 0 sk 01.01a
-44	near 0 sk 01.01a1
-28	near 0 sk 01.01a2
-68	near 0 sk 01.02.01
-82	near 0 sk 01.02a
-21	near 0 sk 01.02a1
-39	near 0 sk 01.02a2
-64	near 0 sk 01.03a
-42	near 0 sk 01.03a1
-111	near 0 sk 01.0…
-32	near 0 sk 01A
12	near 0 sk 01A1…
39	near 0 sk 01A2…
45	near 0 sk 01Aa…
-49	near 0 sk 01C
51	near 0 sk 01C2…
-40	near 0 sk 01a
12	near 0 sk 01a01
53	near 0 sk 01a01a
-17	near 0 sk 01a01a2
-68	near 0 sk 01a02
-90	near 0 sk 01a101A1
-98	near 0 sk 01a101a1
-94	near 0 sk 01a101a101a1
-49	near 0 sk 01a102
-80	near 0 sk 01a102a1
-60	near 0 sk 01a102a2
-62	near 0 sk 01a103
-49	near 0 sk 01a103a1
-87	near 0 sk 01a104
-73	near 0 sk 01a105
-57	near 0 sk 01a1A
-74	near 0 sk 01a1A101
-78	near 0 sk 01a1A2
-74	near 0 sk 01a1…
-52	near 0 sk 01a2/01a2
-39	near 0 sk 01a201
-11	near 0 sk 01a201a
-65	near 0 sk 01a201a101
-28	near 0 sk 01a2…
-48	near 0 sk 02*a.C
-106	near 0 sk 02-a
-42	near 0 sk 02-a…
-54	near 0 sk 02.01a2
-80	near 0 sk 02.03A1
-64	near 0 sk 02.05A1
-71	near 0 sk 02.0…
-88	near 0 sk 02a
12	near 0 sk 02a01
-33	near 0 sk 02a02
-58	near 0 sk 02a0…
-44	near 0 sk 02a101
-48	near 0 sk 02a101a101
-55	near 0 sk 02a101a2
-36	near 0 sk 02a102a1
-16	near 0 sk 02a103
-44	near 0 sk 02a1…
-32	near 0 sk 02a2
-26	near 0 sk 02a202
32	near 0 sk 02a2…
-59	near 0 sk 03*a.C
-24	near 0 sk 03-03
-75	near 0 sk 03-a
-51	near 0 sk 03-a…
-20	near 0 sk 03.01a2
-58	near 0 sk 03.0…
-20	near 0 sk 03A1
-10	near 0 sk 03a
-30	near 0 sk 03a1
-46	near 0 sk 03a101a101
-44	near 0 sk 03a102
-42	near 0 sk 03a1…
-35	near 0 sk 03a2
-30	near 0 sk 03a201
-114	near 0 sk 04
-37	near 0 sk 04#a-05
-68	near 0 sk 04-04
-162	near 0 sk 04-0…
-54	near 0 sk 04-a
-24	near 0 sk 04A2
-52	near 0 sk 04a103
-28	near 0 sk 04a1…
-26	near 0 sk 04a2
27	near 0 sk 04a2…
-13	near 0 sk 05
24	near 0 sk 05a0…
-130	near 0 sk 05a1
-43	near 0 sk 05a102
-48	near 0 sk 05a1…
-104	near 0 sk @/a/…
-63	near 0 sk @a-a
-50	near 0 sk @a-a/a
-102	near 0 sk @a-a…
-114	near 0 sk @a/a
-88	near 0 sk @a/a-a
-85	near 0 sk @a/a…
32	near 0 sk A
67	near 0 sk A#03
20	near 0 sk A%04
-18	near 0 sk A*
30	near 0 sk A*03
38	near 0 sk A+03
-78	near 0 sk A-01
-56	near 0 sk A-01.01
-41	near 0 sk A-02
-57	near 0 sk A-04
72	near 0 sk A-A0…
29	near 0 sk A-A2…
-46	near 0 sk A-C
-44	near 0 sk A-a
-49	near 0 sk A-a1…
-25	near 0 sk A.*
-34	near 0 sk A.a
-49	near 0 sk A/01
-52	near 0 sk A/01.01
-71	near 0 sk A01
-74	near 0 sk A01A
-85	near 0 sk A01A1
41	near 0 sk A01A…
35	near 0 sk A01a…
-55	near 0 sk A02
-19	near 0 sk A03
39	near 0 sk A04
-61	near 0 sk A1+03A1
-26	near 0 sk A1-A…
-50	near 0 sk A1-C-C
-77	near 0 sk A1-C…
-13	near 0 sk A1.03
-36	near 0 sk A101-A101
-35	near 0 sk A101/A101
-45	near 0 sk A101A01
-50	near 0 sk A101C
42	near 0 sk A101…
-38	near 0 sk A102…
-23	near 0 sk A103
-68	near 0 sk A103C
-49	near 0 sk A103CC
-83	near 0 sk A105
-67	near 0 sk A2-04
-47	near 0 sk A201A
-47	near 0 sk A201A102
-20	near 0 sk A202
-37	near 0 sk A203
-40	near 0 sk A203A1
11	near 0 sk A203…
-24	near 0 sk A204
-45	near 0 sk A205
-39	near 0 sk A2a1…
-106	near 0 sk A2a202
-24	near 0 sk A2a2…
-47	near 0 sk A2aC
51	near 0 sk A?03
33	near 0 sk A_04
-39	near 0 sk A_A_…
-36	near 0 sk A_a
-115	near 0 sk Aa
-22	near 0 sk Aa*
-59	near 0 sk Aa101
35	near 0 sk Aa10…
60	near 0 sk Aa1A…
-30	near 0 sk Aa2C
-92	near 0 sk AaC
-70	near 0 sk AaCC
-46	near 0 sk AaCCC
-61	near 0 sk AaCC…
-36	near 0 sk C
-76	near 0 sk C!
22	near 0 sk C!04
49	near 0 sk C$04
48	near 0 sk C%04
-42	near 0 sk C&a
-71	near 0 sk C&a2
-38	near 0 sk C*
55	near 0 sk C+04
-70	near 0 sk C+C
25	near 0 sk C-04
-34	near 0 sk C-C
-17	near 0 sk C-C*
-63	near 0 sk C-C-C
-49	near 0 sk C-C-…
67	near 0 sk C.04
-28	near 0 sk C.CC
27	near 0 sk C01A…
-82	near 0 sk C01C
-81	near 0 sk C01CC
52	near 0 sk C01a…
-18	near 0 sk C02
-23	near 0 sk C03
89	near 0 sk C04
43	near 0 sk C04!
-28	near 0 sk C2-C-C
30	near 0 sk C201…
47	near 0 sk C2A1…
-45	near 0 sk C2C
-62	near 0 sk C2CC
-45	near 0 sk C2CCC
24	near 0 sk C?04
60	near 0 sk C@04
-83	near 0 sk CA
-35	near 0 sk CA*
-79	near 0 sk CA2
40	near 0 sk CA2a…
-76	near 0 sk CAa
-63	near 0 sk CAaC
-85	near 0 sk CC
-76	near 0 sk CC*
-39	near 0 sk CC.C
-18	near 0 sk CC.a
-23	near 0 sk CC.a:*
-69	near 0 sk CC.aC
-37	near 0 sk CC.aCC
-29	near 0 sk CC.a…
-37	near 0 sk CC/CC
-73	near 0 sk CC01
90	near 0 sk CC02
44	near 0 sk CC02!
41	near 0 sk CC02$
38	near 0 sk CC02%
42	near 0 sk CC02+
58	near 0 sk CC02-
53	near 0 sk CC02_
-54	near 0 sk CC2
-18	near 0 sk CC2C
-35	near 0 sk CC2CC
-89	near 0 sk CC:C
-81	near 0 sk CCA
-76	near 0 sk CCA101
-45	near 0 sk CCA2
-72	near 0 sk CCC
-52	near 0 sk CCC*
-67	near 0 sk CCC.aC
-60	near 0 sk CCC.…
-41	near 0 sk CCC2
-45	near 0 sk CCC2C
-114	near 0 sk CCCC
-44	near 0 sk CCCC*
-42	near 0 sk CCCC2C
-84	near 0 sk CCCCC
-78	near 0 sk CCCCCC
-86	near 0 sk CCCC…
-42	near 0 sk C\\C
81	near 0 sk C_04
-51	near 0 sk ^a
-39	near 0 sk ^a1-…
-39	near 0 sk _a
-75	near 0 sk _a_a…
-76	near 0 sk a
-113	near 0 sk a!
44	near 0 sk a#a
-45	near 0 sk a#a-a
-75	near 0 sk a$
45	near 0 sk a&a02
-136	near 0 sk a&a2
-72	near 0 sk a*
68	near 0 sk a*a
-89	near 0 sk a+
-44	near 0 sk a+01
-59	near 0 sk a+a+a
-34	near 0 sk a-
-69	near 0 sk a-*
-52	near 0 sk a-*-…
-51	near 0 sk a-*.a
-57	near 0 sk a-01
-77	near 0 sk a-01.01
11	near 0 sk a-01…
-129	near 0 sk a-02
-133	near 0 sk a-02…
-128	near 0 sk a-03
-41	near 0 sk a-04
-64	near 0 sk a-A
-47	near 0 sk a-A101
-132	near 0 sk a-a
-31	near 0 sk a-a*
-20	near 0 sk a-a-
-49	near 0 sk a-a-$
-56	near 0 sk a-a-*
-75	near 0 sk a-a-02
-129	near 0 sk a-a-03
-121	near 0 sk a-a-a
124	near 0 sk a-a-a02
-67	near 0 sk a-a-…
-39	near 0 sk a-a.a
-79	near 0 sk a-a.…
-41	near 0 sk a-a/…
38	near 0 sk a-a02
-63	near 0 sk a-a1-02
-74	near 0 sk a-a1…
-39	near 0 sk a-a2
-34	near 0 sk a-a2-02
-28	near 0 sk a-a2-a
17	near 0 sk a-a2…
-40	near 0 sk a-a:a
-41	near 0 sk a-a:…
-64	near 0 sk a-a@…
-17	near 0 sk a.*
-51	near 0 sk a.*a
-42	near 0 sk a.*a…
-33	near 0 sk a.03
-49	near 0 sk a.A
-41	near 0 sk a.A04
-79	near 0 sk a.Aa
-30	near 0 sk a.C
-24	near 0 sk a.C.CC
-23	near 0 sk a.C2C
-24	near 0 sk a.CA101
-57	near 0 sk a.CC
-76	near 0 sk a.CC02
-55	near 0 sk a.CCC
-25	near 0 sk a.CCCC
-80	near 0 sk a.CC…
-79	near 0 sk a.a
-28	near 0 sk a.a*
-38	near 0 sk a.a.*
-33	near 0 sk a.a.CC
-11	near 0 sk a.a.a
-30	near 0 sk a.a.a/
-85	near 0 sk a.a.…
-39	near 0 sk a.a/
-48	near 0 sk a.a/$
-32	near 0 sk a.a/a
-84	near 0 sk a.a/…
-36	near 0 sk a.a1…
-14	near 0 sk a.a2
-189	near 0 sk a.a2…
-62	near 0 sk a.a?.a
-63	near 0 sk a.a?…
-42	near 0 sk a.aCC
-66	near 0 sk a.aC…
-45	near 0 sk a.a_…
-13	near 0 sk a/
-27	near 0 sk a/$
-66	near 0 sk a/*
-37	near 0 sk a/*.a
58	near 0 sk a/01…
-23	near 0 sk a/:a2
-14	near 0 sk a/:aC2
-15	near 0 sk a/:a…
-54	near 0 sk a/A.…
-28	near 0 sk a/a
-63	near 0 sk a/a*
-83	near 0 sk a/a+a
12	near 0 sk a/a-…
-55	near 0 sk a/a.…
-19	near 0 sk a/a/
-50	near 0 sk a/a/$
-57	near 0 sk a/a/*
-89	near 0 sk a/a/…
-82	near 0 sk a/a02
-59	near 0 sk a/a0…
-70	near 0 sk a/a103
-44	near 0 sk a/a1…
-42	near 0 sk a/a2…
-39	near 0 sk a/a:*
-60	near 0 sk a/a:…
-32	near 0 sk a/a?…
-76	near 0 sk a/a@a101
-43	near 0 sk a/a_…
-27	near 0 sk a01
-79	near 0 sk a01.C
-77	near 0 sk a01.CC
-29	near 0 sk a01.aC
-59	near 0 sk a01.…
-81	near 0 sk a01/…
-54	near 0 sk a01C
-28	near 0 sk a01a01
43	near 0 sk a01a1
-11	near 0 sk a01a101
18	near 0 sk a01a102
-24	near 0 sk a01a201
-45	near 0 sk a01a…
-63	near 0 sk a02
-46	near 0 sk a02-a
-34	near 0 sk a02.a
-58	near 0 sk a02.…
-33	near 0 sk a02/a
-41	near 0 sk a02C
-36	near 0 sk a02_a
16	near 0 sk a02a
-59	near 0 sk a02a1
-17	near 0 sk a02a2
-40	near 0 sk a02a…
74	near 0 sk a03
-11	near 0 sk a03.C03
-30	near 0 sk a03a…
69	near 0 sk a04
-66	near 0 sk a04#…
-96	near 0 sk a05
-12	near 0 sk a1-01.01
-13	near 0 sk a1-02
-70	near 0 sk a1-a101-01
-43	near 0 sk a1-a…
-12	near 0 sk a1.CC
-51	near 0 sk a1.C…
-62	near 0 sk a1.aC+
71	near 0 sk a1.a…
-74	near 0 sk a1/a…
-27	near 0 sk a101.01+
-62	near 0 sk a101.C
-33	near 0 sk a101.a101
-34	near 0 sk a101/a101
-51	near 0 sk a101C
20	near 0 sk a101a01
36	near 0 sk a101a101a1
-68	near 0 sk a101a101a101
-21	near 0 sk a101a101a102
-47	near 0 sk a101a101a2
21	near 0 sk a101a103
-52	near 0 sk a101a104
-92	near 0 sk a102_02
-29	near 0 sk a102a101a1
-60	near 0 sk a102a101a101
-71	near 0 sk a102…
-36	near 0 sk a103
-47	near 0 sk a103a1
15	near 0 sk a103…
-37	near 0 sk a104
-47	near 0 sk a104…
49	near 0 sk a105
-52	near 0 sk a105…
22	near 0 sk a1:0…
63	near 0 sk a1:a…
89	near 0 sk a1A1…
24	near 0 sk a1A2…
44	near 0 sk a1Aa…
-13	near 0 sk a1C
-58	near 0 sk a1C01
73	near 0 sk a1C0…
53	near 0 sk a1C2…
58	near 0 sk a1CA…
57	near 0 sk a1CC…
-33	near 0 sk a2-01.01
-23	near 0 sk a2-02
-65	near 0 sk a2-0…
-50	near 0 sk a2-a
-88	near 0 sk a2-a-03
-46	near 0 sk a2-a/02
-111	near 0 sk a2-a…
-33	near 0 sk a2.A1_A
-28	near 0 sk a2.CC
-179	near 0 sk a2.a…
-43	near 0 sk a201.02
-81	near 0 sk a201.02.01
-47	near 0 sk a201.C
-43	near 0 sk a201C
35	near 0 sk a201a01
-50	near 0 sk a201a102
23	near 0 sk a201a103
43	near 0 sk a201a2
45	near 0 sk a201…
-43	near 0 sk a202
-76	near 0 sk a203
27	near 0 sk a203…
-37	near 0 sk a204…
33	near 0 sk a205
30	near 0 sk a205…
-57	near 0 sk a2:a
53	near 0 sk a2A1…
-13	near 0 sk a2A2…
-63	near 0 sk a2C02
42	near 0 sk a2C0…
75	near 0 sk a2C2…
-12	near 0 sk a2CC
-48	near 0 sk a2CCC
-50	near 0 sk a2CC…
-34	near 0 sk a2_a
-94	near 0 sk a2_a…
-99	near 0 sk a:04
-61	near 0 sk a:04/
-48	near 0 sk a:04/a
-70	near 0 sk a:04…
-105	near 0 sk a:a
-54	near 0 sk a:a-…
-54	near 0 sk a:a:…
-40	near 0 sk a:a_…
-66	near 0 sk a=01
-110	near 0 sk a=a
-24	near 0 sk a?*
-106	near 0 sk a?.a
-98	near 0 sk a?.aC
-49	near 0 sk a?.aC2
-97	near 0 sk a?.aCC
-62	near 0 sk a?.a_a
-89	near 0 sk a?.a…
49	near 0 sk a?a
-66	near 0 sk a@01…
-87	near 0 sk aA
-65	near 0 sk aA01
-69	near 0 sk aA101
-13	near 0 sk aA10…
-120	near 0 sk aA2
-72	near 0 sk aAa
-50	near 0 sk aAaC
-120	near 0 sk aC+
-18	near 0 sk aC.C
-35	near 0 sk aC.aC
-62	near 0 sk aC.a…
-81	near 0 sk aC01
-69	near 0 sk aC01C
-52	near 0 sk aC02
-54	near 0 sk aC2
-79	near 0 sk aC2C
-40	near 0 sk aC2CC
-40	near 0 sk aC2CCC
-88	near 0 sk aC?.a
-77	near 0 sk aC?.aC
-77	near 0 sk aC?.…
-45	near 0 sk aCA
-61	near 0 sk aCA101
-15	near 0 sk aCA2
-77	near 0 sk aCC
-49	near 0 sk aCC+
-56	near 0 sk aCC.…
-29	near 0 sk aCC01
-64	near 0 sk aCC2
-60	near 0 sk aCC2C
-22	near 0 sk aCC2CC
-45	near 0 sk aCC?…
-32	near 0 sk aCCA
-79	near 0 sk aCCC
-43	near 0 sk aCCC2
-58	near 0 sk aCCC2C
-83	near 0 sk aCCCC
-62	near 0 sk aCCCCC
-66	near 0 sk aCCC…
-43	near 0 sk a\\.a…
16	near 0 sk a\\a
-33	near 0 sk a_*
40	near 0 sk a_01…
-162	near 0 sk a_02…
-72	near 0 sk a_03
-132	near 0 sk a_03…
-124	near 0 sk a_a
20	near 0 sk a_a02
-81	near 0 sk a_a03
15	near 0 sk a_a1…
-25	near 0 sk a_a2
-25	near 0 sk a_a2!
24	near 0 sk a_a:…
26	near 0 sk a_a\\…
-64	near 0 sk a_a_*
-57	near 0 sk a_a_a
-44	near 0 sk a_a_a02
42	near 0 sk a_a_…
-80	near 0 sk ~/.a
-60	near 0 sk ~/.a/a
-53	near 0 sk ~/.a…
-45	near 0 sk ~/C/C
-109	near 0 sk ~/C/…
-55	near 0 sk ~/a
-70	near 0 sk ~/a/a
-87	near 0 sk ~/a/…
-34	near 0 sk ~01.01A2
-40	near 0 sk ~01.01a1
-64	near 0 sk ~02a1
-67	near 0 sk ~02a2
-60	near 0 sk ~03A2
-60	near 0 sk ~03a1
-94	near 1 long 0
-74	near 1 long 1
-32	near 1 long 2
-13	near 1 long 6
-60	near 1 natural 0 0
-113	near 1 natural 0 1
-34	near 1 natural 0 2
-19	near 1 natural 0 3
-45	near 1 natural 0 d0
29	near 1 natural 0 d2
30	near 1 natural 0 d3
112	near 1 natural 0 d4
37	near 1 natural 1
-57	near 1 natural 1 2
34	near 1 natural 1 3
11	near 1 natural 1 d2
102	near 1 natural 1 d3
23	near 1 natural 2
-22	near 1 natural 2 1
-91	near 1 natural 2 2
-11	near 1 natural 2 3
-160	near 1 natural 2 4
-12	near 1 natural 2 d1
14	near 1 natural 2 d2
41	near 1 natural 2 d3
47	near 1 natural 2 d4
-108	near 1 natural 3 2
-66	near 1 natural 3 4
17	near 1 natural 3 d3
70	near 1 natural 3 d4
-12	near 1 natural 4
-88	near 1 natural 4 2
-67	near 1 natural 4 3
19	near 1 natural 4 d3
18	near 1 natural 4 d4
-30	near 1 natural 5
-22	near 1 natural 5 1
-60	near 1 natural 5 2
-66	near 1 natural 5 3
-27	near 1 natural 5 4
82	near 1 natural 5 d1
-22	near 1 natural 5 d2
11	near 1 natural 5 d4
-42	near 1 natural 6
-96	near 1 natural 6 1
-98	near 1 natural 6 2
-27	near 1 natural 6 3
-76	near 1 natural 6 4
31	near 1 natural 6 d0
-23	near 1 natural 6 d1
12	near 1 natural 6 d2
98	near 1 natural 6 d3
-26	near 1 natural 6 d4
-53	near 1 sk !/a/…
-70	near 1 sk !a
-30	near 1 sk !a.CC
-55	near 1 sk !a.a
-39	near 1 sk !a.a…
-29	near 1 sk !a2C
-43	near 1 sk !aC
-57	near 1 sk !aCC
-58	near 1 sk "C a…
-37	near 1 sk (a, …
-53	near 1 sk (a_a…
-12	near 1 sk 01.01.01
-75	near 1 sk 01.0…
63	near 1 sk 01A0…
93	near 1 sk 01A1…
14	near 1 sk 01A2…
54	near 1 sk 01Aa…
18	near 1 sk 01C0…
61	near 1 sk 01C2…
12	near 1 sk 01CA…
47	near 1 sk 01a
48	near 1 sk 01a01
47	near 1 sk 01a01a
48	near 1 sk 01a01a1
48	near 1 sk 01a01a102
-59	near 1 sk 01a102
-58	near 1 sk 01a103
-36	near 1 sk 01a1…
11	near 1 sk 01a201a2
36	near 1 sk 01a201a201a1
53	near 1 sk 01a2…
53	near 1 sk 01aA…
22	near 1 sk 01aC
44	near 1 sk 01aC…
-19	near 1 sk 02-02
91	near 1 sk 02-02-04
-59	near 1 sk 02-a
64	near 1 sk 02.02.04
-121	near 1 sk 02.0…
-56	near 1 sk 02/a
34	near 1 sk 02A1…
66	near 1 sk 02A2…
-67	near 1 sk 02C
56	near 1 sk 02C2…
-26	near 1 sk 02a
15	near 1 sk 02a0…
-45	near 1 sk 02a1…
-39	near 1 sk 03-03
-66	near 1 sk 03-a
-76	near 1 sk 03-a…
-52	near 1 sk 03.0…
32	near 1 sk 03a0…
34	near 1 sk 03a1…
36	near 1 sk 03a2…
-115	near 1 sk 04
-58	near 1 sk 04-0…
25	near 1 sk 04a0…
-83	near 1 sk 05+C
-126	near 1 sk 05+a
-36	near 1 sk 05+a-a
-44	near 1 sk 05+a…
-19	near 1 sk 05a1…
26	near 1 sk 05a2…
-56	near 1 sk @a-a…
-144	near 1 sk @a.a
-137	near 1 sk @a.a.a
-42	near 1 sk @a.a_a
-83	near 1 sk @a/a
-135	near 1 sk @a/a…
-83	near 1 sk @a:a
-37	near 1 sk A * …
-50	near 1 sk A /a/a
-118	near 1 sk A /a…
-33	near 1 sk A A
-60	near 1 sk A A …
-62	near 1 sk A a
-57	near 1 sk A a a
-48	near 1 sk A a …
35	near 1 sk A!03
39	near 1 sk A!04
30	near 1 sk A#03
41	near 1 sk A$03
77	near 1 sk A%03
17	near 1 sk A%04
74	near 1 sk A&03
51	near 1 sk A*03
39	near 1 sk A*04
77	near 1 sk A+03
30	near 1 sk A+04
-66	near 1 sk A-02
-22	near 1 sk A-03
-44	near 1 sk A-04
-66	near 1 sk A-A
-52	near 1 sk A-A03
81	near 1 sk A.03
52	near 1 sk A.04
23	near 1 sk A01
-30	near 1 sk A01A…
17	near 1 sk A01C…
70	near 1 sk A01a…
-23	near 1 sk A02A…
51	near 1 sk A03
97	near 1 sk A04
-50	near 1 sk A1 a…
-34	near 1 sk A1-C-C
94	near 1 sk A1-C…
23	near 1 sk A101…
63	near 1 sk A102…
11	near 1 sk A1@a01a201
-45	near 1 sk A2 a…
12	near 1 sk A201…
64	near 1 sk A202…
-76	near 1 sk A2a0…
89	near 1 sk A2a1…
94	near 1 sk A2a2…
31	near 1 sk A2aA…
49	near 1 sk A?03
49	near 1 sk A@03
14	near 1 sk A@04
-106	near 1 sk A\\a
87	near 1 sk A_03
57	near 1 sk A_04
-78	near 1 sk A_A_…
-16	near 1 sk Aa
54	near 1 sk Aa10…
27	near 1 sk Aa1A…
63	near 1 sk Aa1C…
45	near 1 sk Aa20…
35	near 1 sk Aa2A…
-55	near 1 sk AaC
-147	near 1 sk C
-43	near 1 sk C - …
-46	near 1 sk C 01
-45	near 1 sk C A …
-85	near 1 sk C C
-44	near 1 sk C C C
-91	near 1 sk C C …
-15	near 1 sk C C2…
12	near 1 sk C CC…
-91	near 1 sk C a
-86	near 1 sk C a a
-94	near 1 sk C a …
-18	near 1 sk C a,…
-35	near 1 sk C a-…
-47	near 1 sk C a.
-30	near 1 sk C a1…
-25	near 1 sk C a2…
-53	near 1 sk C a:…
34	near 1 sk C!03
63	near 1 sk C!04
12	near 1 sk C!a02
41	near 1 sk C#04
47	near 1 sk C$04
17	near 1 sk C$a02
51	near 1 sk C%04
12	near 1 sk C%a02
50	near 1 sk C&04
-67	near 1 sk C*
15	near 1 sk C*04
33	near 1 sk C*a02
69	near 1 sk C+04
37	near 1 sk C+a02
27	near 1 sk C-04
-101	near 1 sk C-C
-62	near 1 sk C-C …
-116	near 1 sk C-C:…
-39	near 1 sk C-a
-56	near 1 sk C-a …
34	near 1 sk C-a02
72	near 1 sk C.04
-72	near 1 sk C.C
-42	near 1 sk C.a
74	near 1 sk C.a02
-34	near 1 sk C/a
-57	near 1 sk C/a/…
41	near 1 sk C01
49	near 1 sk C01A…
-63	near 1 sk C01C
-52	near 1 sk C01C…
42	near 1 sk C01a2!
54	near 1 sk C01a…
-19	near 1 sk C02
-14	near 1 sk C03
37	near 1 sk C04
77	near 1 sk C04!
38	near 1 sk C04#
-46	near 1 sk C2 a…
96	near 1 sk C201…
72	near 1 sk C202…
62	near 1 sk C2A1…
21	near 1 sk C2A2…
12	near 1 sk C2Aa…
-48	near 1 sk C2C
69	near 1 sk C2C2…
14	near 1 sk C2CA…
28	near 1 sk C?04
20	near 1 sk C@03
41	near 1 sk C@04
36	near 1 sk C@a02
-78	near 1 sk CA
-23	near 1 sk CA10…
-40	near 1 sk CA2
30	near 1 sk CA20…
-35	near 1 sk CA2a…
-56	near 1 sk CAa
14	near 1 sk CAa1…
-71	near 1 sk CC
-59	near 1 sk CC a…
-59	near 1 sk CC*
-46	near 1 sk CC.aC
-22	near 1 sk CC01
39	near 1 sk CC01-
-14	near 1 sk CC01…
90	near 1 sk CC02
61	near 1 sk CC02!
27	near 1 sk CC02#
31	near 1 sk CC02$
53	near 1 sk CC02%
66	near 1 sk CC02*
30	near 1 sk CC02+
53	near 1 sk CC02-
58	near 1 sk CC02@
63	near 1 sk CC02_
15	near 1 sk CC2A…
-57	near 1 sk CCA2
-23	near 1 sk CCA2…
-143	near 1 sk CCC
-64	near 1 sk CCC …
-34	near 1 sk CCC*
-36	near 1 sk CCC.a
-27	near 1 sk CCC.…
-76	near 1 sk CCCC
-58	near 1 sk CCCCC
-53	near 1 sk CCCC…
57	near 1 sk C_04
66	near 1 sk C_a02
-91	near 1 sk _a
-54	near 1 sk _a_a…
-25	near 1 sk a
-52	near 1 sk a -a…
-59	near 1 sk a 01
-62	near 1 sk a 01…
-30	near 1 sk a C …
-120	near 1 sk a a
-97	near 1 sk a a a
-13	near 1 sk a a …
-76	near 1 sk a a-…
-58	near 1 sk a a.…
-59	near 1 sk a a1…
-19	near 1 sk a a2
-51	near 1 sk a a2 a
-67	near 1 sk a a2…
-25	near 1 sk a a:…
-51	near 1 sk a!
52	near 1 sk a!C
58	near 1 sk a!a
43	near 1 sk a!a02
37	near 1 sk a#a02
86	near 1 sk a$a
54	near 1 sk a$a02
55	near 1 sk a%C
29	near 1 sk a%C04
50	near 1 sk a%a
28	near 1 sk a%a02
69	near 1 sk a&a
34	near 1 sk a&a02
-84	near 1 sk a()
-98	near 1 sk a*
26	near 1 sk a*C
49	near 1 sk a*a
31	near 1 sk a*a01
32	near 1 sk a*a02
80	near 1 sk a+C
-78	near 1 sk a+a
84	near 1 sk a+a02
-44	near 1 sk a,a
-13	near 1 sk a-
-66	near 1 sk a-01
17	near 1 sk a-01…
27	near 1 sk a-02
-66	near 1 sk a-03
-110	near 1 sk a-a
-47	near 1 sk a-a …
44	near 1 sk a-a-a
108	near 1 sk a-a-a02
59	near 1 sk a-a-…
-56	near 1 sk a-a.a
-33	near 1 sk a-a.…
-66	near 1 sk a-a/…
64	near 1 sk a-a02
-15	near 1 sk a-a1
-53	near 1 sk a-a2
-74	near 1 sk a-a2-a
-29	near 1 sk a-a205
-72	near 1 sk a-a2…
-33	near 1 sk a-a:…
-52	near 1 sk a.*
-35	near 1 sk a.A
-43	near 1 sk a.Aa
-51	near 1 sk a.CC
-48	near 1 sk a.CCC
-39	near 1 sk a.CC…
-64	near 1 sk a.a
-41	near 1 sk a.a()
-69	near 1 sk a.a.a
-20	near 1 sk a.a.a2
-137	near 1 sk a.a.…
-67	near 1 sk a.a/…
-52	near 1 sk a.a02
-55	near 1 sk a.a03
-68	near 1 sk a.a2
-119	near 1 sk a.a2…
-67	near 1 sk a.aC
-82	near 1 sk a.a_a
-22	near 1 sk a.a_…
-87	near 1 sk a/
-67	near 1 sk a/*
-85	near 1 sk a/a
-62	near 1 sk a/a-a
16	near 1 sk a/a-…
-30	near 1 sk a/a.a
-54	near 1 sk a/a.…
-80	near 1 sk a/a/
-66	near 1 sk a/a/a
-68	near 1 sk a/a/a/
-94	near 1 sk a/a/…
11	near 1 sk a/a0…
14	near 1 sk a/a1…
24	near 1 sk a/a2…
-86	near 1 sk a/a_a
-90	near 1 sk a01
34	near 1 sk a01A…
24	near 1 sk a01C…
41	near 1 sk a01a01
46	near 1 sk a01a01a2
-58	near 1 sk a01a1
32	near 1 sk a01a101
-16	near 1 sk a01a101a1
77	near 1 sk a01a102
-19	near 1 sk a01a201
39	near 1 sk a01a201a102
-16	near 1 sk a02
-86	near 1 sk a02/a
-53	near 1 sk a02:04
58	near 1 sk a02a
78	near 1 sk a02a…
13	near 1 sk a03
49	near 1 sk a04
-30	near 1 sk a05
53	near 1 sk a05a…
-85	near 1 sk a1.a
-80	near 1 sk a1.a2
47	near 1 sk a1.a…
16	near 1 sk a1/a…
20	near 1 sk a101a
38	near 1 sk a101a01a1
46	near 1 sk a101a01a101
49	near 1 sk a101a02
52	near 1 sk a101a101a1
55	near 1 sk a101a101a202
42	near 1 sk a101a101a203
55	near 1 sk a101a201a1
71	near 1 sk a101a201a102
49	near 1 sk a101a201a103
27	near 1 sk a101a201a202
29	near 1 sk a101a2@a102
60	near 1 sk a102a
25	near 1 sk a102a203
-25	near 1 sk a102…
-36	near 1 sk a103…
-10	near 1 sk a104…
40	near 1 sk a105
-41	near 1 sk a105…
-75	near 1 sk a1:a
21	near 1 sk a1@a01a2
114	near 1 sk a1@a…
50	near 1 sk a1A0…
45	near 1 sk a1A1…
42	near 1 sk a1A2…
15	near 1 sk a1Aa…
44	near 1 sk a1C0…
28	near 1 sk a1C2…
38	near 1 sk a1CA…
50	near 1 sk a1CC…
-77	near 1 sk a2 a
-50	near 1 sk a2 a…
37	near 1 sk a2!a02
51	near 1 sk a2$a02
38	near 1 sk a2&a02
47	near 1 sk a2+a02
-47	near 1 sk a2-a
-15	near 1 sk a2-a…
-33	near 1 sk a2.a
-36	near 1 sk a2.a…
-12	near 1 sk a201a
26	near 1 sk a201a02
33	near 1 sk a201a101
25	near 1 sk a201a101a102
33	near 1 sk a201a103
26	near 1 sk a201a201a2
-22	near 1 sk a201…
50	near 1 sk a202a
18	near 1 sk a202…
18	near 1 sk a203
-31	near 1 sk a205
-31	near 1 sk a205…
-15	near 1 sk a2=a…
24	near 1 sk a2A0…
43	near 1 sk a2A1…
78	near 1 sk a2A2…
55	near 1 sk a2Aa…
-62	near 1 sk a2C
34	near 1 sk a2C0…
28	near 1 sk a2C2…
-50	near 1 sk a2CC
-25	near 1 sk a2CC…
-43	near 1 sk a2_a
-34	near 1 sk a2_a_a
-115	near 1 sk a2_a…
-62	near 1 sk a: a
-66	near 1 sk a: a…
43	near 1 sk a:01…
-71	near 1 sk a:04
-34	near 1 sk a:A
-69	near 1 sk a:a
57	near 1 sk a:a-…
10	near 1 sk a:a1…
-37	near 1 sk a:a:…
70	near 1 sk a:a@…
-60	near 1 sk a?.a
-49	near 1 sk a?.a…
44	near 1 sk a?a02
37	near 1 sk a@02
-60	near 1 sk a@02…
12	near 1 sk a@a02
50	near 1 sk aA101
-59	near 1 sk aA2
20	near 1 sk aA2a…
-57	near 1 sk aC
-47	near 1 sk aC a…
-61	near 1 sk aC()
-47	near 1 sk aC+
-24	near 1 sk aC.aC
-16	near 1 sk aC.a…
-63	near 1 sk aC01
-100	near 1 sk aC2
34	near 1 sk aC20…
-72	near 1 sk aC2C
-37	near 1 sk aC2C…
-53	near 1 sk aC?.a
19	near 1 sk aCA2…
-98	near 1 sk aCC
-47	near 1 sk aCC …
-75	near 1 sk aCC()
-18	near 1 sk aCC(…
-35	near 1 sk aCC2
-31	near 1 sk aCC2C
-49	near 1 sk aCC2CC
-25	near 1 sk aCC2…
-83	near 1 sk aCCC
-50	near 1 sk aCCC()
-61	near 1 sk aCCC2
-38	near 1 sk aCCCC
-48	near 1 sk aCCC…
-26	near 1 sk a\\a
23	near 1 sk a_01…
-72	near 1 sk a_02…
38	near 1 sk a_A1…
68	near 1 sk a_Aa…
-123	near 1 sk a_a
-51	near 1 sk a_a …
-56	near 1 sk a_a()
-45	near 1 sk a_a,a
-46	near 1 sk a_a.a
-40	near 1 sk a_a.…
123	near 1 sk a_a02
-12	near 1 sk a_a1…
-56	near 1 sk a_a2
-27	near 1 sk a_a2.a
-57	near 1 sk a_a2_a
17	near 1 sk a_a2…
41	near 1 sk a_a:…
-128	near 1 sk a_a_a
-82	near 1 sk a_a_a2
-88	near 1 sk a_a_…
-54	near 1 sk ~/.a/a
-76	near 1 sk ~/.a…
-72	near 1 sk ~/C/…
28	near 2
-109	near 2 long 0
-44	near 2 long 10
-44	near 2 long 11
-27	near 2 long 12
-18	near 2 long 13
-32	near 2 long 2
-32	near 2 long 3
30	near 2 long 4
-12	near 2 long 5
16	near 2 long 6
25	near 2 long 8
19	near 2 long 9
-12	near 2 natural 0
-23	near 2 natural 0 0
-86	near 2 natural 0 1
-31	near 2 natural 0 2
-21	near 2 natural 0 d0
-30	near 2 natural 0 d1
18	near 2 natural 0 d2
49	near 2 natural 0 d3
38	near 2 natural 0 d4
17	near 2 natural 1
-71	near 2 natural 1 2
-50	near 2 natural 1 3
-16	near 2 natural 1 d3
65	near 2 natural 1 d4
18	near 2 natural 2
-28	near 2 natural 2 1
-94	near 2 natural 2 2
-12	near 2 natural 2 3
-57	near 2 natural 2 4
54	near 2 natural 2 d1
32	near 2 natural 2 d2
42	near 2 natural 2 d3
-17	near 2 natural 2 d4
-30	near 2 natural 3 2
-102	near 2 natural 3 3
-51	near 2 natural 3 4
31	near 2 natural 3 d2
22	near 2 natural 3 d3
-27	near 2 natural 3 d4
-65	near 2 natural 4 1
-68	near 2 natural 4 2
-23	near 2 natural 4 3
-26	near 2 natural 4 4
13	near 2 natural 4 d1
27	near 2 natural 4 d2
32	near 2 natural 4 d3
-58	near 2 natural 4 d4
-146	near 2 natural 5 1
-80	near 2 natural 5 2
-49	near 2 natural 5 3
31	near 2 natural 5 d1
25	near 2 natural 5 d2
23	near 2 natural 5 d3
-11	near 2 natural 5 d4
-12	near 2 natural 6
-148	near 2 natural 6 1
-27	near 2 natural 6 2
-122	near 2 natural 6 3
-28	near 2 natural 6 4
17	near 2 natural 6 d1
10	near 2 natural 6 d2
35	near 2 natural 6 d3
21	near 2 natural 6 d4
-55	near 2 sk !a
-19	near 2 sk !a.a
-30	near 2 sk !aC
-31	near 2 sk 01-a
-35	near 2 sk 01.01.01
-20	near 2 sk 01.02
-32	near 2 sk 01.02.01
-21	near 2 sk 01A1…
41	near 2 sk 01a01a
-46	near 2 sk 01a103
59	near 2 sk 01a1…
85	near 2 sk 01a2…
-116	near 2 sk 02-a
-19	near 2 sk 02.01
66	near 2 sk 02.02.04
-39	near 2 sk 02.03A1
-158	near 2 sk 02.0…
-64	near 2 sk 03-03
-33	near 2 sk 03.0…
-55	near 2 sk 03a2…
-144	near 2 sk 04
-35	near 2 sk 04-02-02
-122	near 2 sk 04-0…
76	near 2 sk 05
-53	near 2 sk @a.a
-110	near 2 sk @a/a
-62	near 2 sk A
35	near 2 sk A$03
44	near 2 sk A%03
-47	near 2 sk A*
20	near 2 sk A*03
23	near 2 sk A*04
27	near 2 sk A+03
-65	near 2 sk A-02
-41	near 2 sk A-03
-35	near 2 sk A-04
-25	near 2 sk A-A
-52	near 2 sk A-A03
-39	near 2 sk A-a
-56	near 2 sk A.a
-33	near 2 sk A/A
-35	near 2 sk A/a
-77	near 2 sk A01
-67	near 2 sk A01A…
97	near 2 sk A04
-25	near 2 sk A1-C-C
-45	near 2 sk A1-C…
97	near 2 sk A101…
-27	near 2 sk A103
-15	near 2 sk A201…
91	near 2 sk A2a1…
53	near 2 sk A2a2…
23	near 2 sk A?03
-49	near 2 sk A_
47	near 2 sk A_03
-92	near 2 sk Aa
-23	near 2 sk Aa.a
-34	near 2 sk Aa1
-48	near 2 sk Aa101
-38	near 2 sk AaC
-72	near 2 sk C
-27	near 2 sk C C
-65	near 2 sk C a
-59	near 2 sk C a a
-60	near 2 sk C a …
22	near 2 sk C!04
61	near 2 sk C&04
-49	near 2 sk C()
-40	near 2 sk C*
-91	near 2 sk C-C
-57	near 2 sk C-CC
-43	near 2 sk C.C
-23	near 2 sk C.aC
-59	near 2 sk C01
55	near 2 sk C01a…
37	near 2 sk C02
32	near 2 sk C04
42	near 2 sk C04!
30	near 2 sk C201…
56	near 2 sk C2A1…
61	near 2 sk C2Aa…
-49	near 2 sk C2C
61	near 2 sk C2C2…
-140	near 2 sk C2CC
-26	near 2 sk C:*
30	near 2 sk C@04
-78	near 2 sk CA
-15	near 2 sk CA1
-83	near 2 sk CA2
-26	near 2 sk CA2a…
-38	near 2 sk CAa
-128	near 2 sk CC
-60	near 2 sk CC*
-59	near 2 sk CC.C
-41	near 2 sk CC.a
-35	near 2 sk CC.aC
22	near 2 sk CC01
51	near 2 sk CC02
16	near 2 sk CC02#
59	near 2 sk CC02*
14	near 2 sk CC02+
29	near 2 sk CC02_
-63	near 2 sk CC2
-52	near 2 sk CCA2
-158	near 2 sk CCC
-32	near 2 sk CCC.a
-35	near 2 sk CCC.…
-51	near 2 sk CCC2C
-101	near 2 sk CCCC
-97	near 2 sk CCCCC
-76	near 2 sk CCCC…
46	near 2 sk C_04
-67	near 2 sk _a
-74	near 2 sk a 01
-133	near 2 sk a a
-83	near 2 sk a a a
45	near 2 sk a a …
-16	near 2 sk a a-…
-57	near 2 sk a a2…
-27	near 2 sk a!
49	near 2 sk a$a
47	near 2 sk a%a
14	near 2 sk a&a
-40	near 2 sk a()
-95	near 2 sk a*
42	near 2 sk a*a
-31	near 2 sk a+a
48	near 2 sk a+a02
-36	near 2 sk a,a
-59	near 2 sk a-
-60	near 2 sk a-01
-39	near 2 sk a-03
-79	near 2 sk a-a
-41	near 2 sk a-a …
54	near 2 sk a-a-a
99	near 2 sk a-a-a02
58	near 2 sk a-a-…
-45	near 2 sk a-a2…
-51	near 2 sk a.*
-73	near 2 sk a.A
22	near 2 sk a.C
-81	near 2 sk a.C.C
-52	near 2 sk a.C2C
-42	near 2 sk a.CC
-12	near 2 sk a.CCA2
-50	near 2 sk a.CCC
-27	near 2 sk a.CCCC
-43	near 2 sk a.CC…
-66	near 2 sk a.a.a
-40	near 2 sk a.a.aC
-68	near 2 sk a.a.…
-55	near 2 sk a.a/…
-133	near 2 sk a.a2
-30	near 2 sk a.aA2
-81	near 2 sk a.aC
-25	near 2 sk a.aC.a
-27	near 2 sk a.aC2
-64	near 2 sk a.aCC
-24	near 2 sk a.aCCC
-50	near 2 sk a.aC…
-61	near 2 sk a.a_a
-28	near 2 sk a.a_…
-57	near 2 sk a/
-65	near 2 sk a/*
-24	near 2 sk a/A2
-103	near 2 sk a/a
-35	near 2 sk a/a-a
-89	near 2 sk a/a-…
-58	near 2 sk a/a.a
-38	near 2 sk a/a/
-23	near 2 sk a/a/a
-66	near 2 sk a/a/…
-73	near 2 sk a/a1…
-48	near 2 sk a/a_…
-38	near 2 sk a01
11	near 2 sk a01a
-90	near 2 sk a01a101
31	near 2 sk a01a…
45	near 2 sk a02
97	near 2 sk a03
63	near 2 sk a04
-13	near 2 sk a1.CC
-14	near 2 sk a1.CCC
-96	near 2 sk a1.a
-79	near 2 sk a1.a102
-26	near 2 sk a1.a2
-41	near 2 sk a1.aC
-16	near 2 sk a1.aCC
-97	near 2 sk a1.a…
67	near 2 sk a101a
-23	near 2 sk a101a01
70	near 2 sk a101a201a1
-129	near 2 sk a102a
40	near 2 sk a102…
61	near 2 sk a1A1…
87	near 2 sk a1A2…
80	near 2 sk a1Aa…
58	near 2 sk a1C2…
-62	near 2 sk a2 a…
-32	near 2 sk a2-01
-60	near 2 sk a2-a
-22	near 2 sk a2.C
-34	near 2 sk a2.CC
-48	near 2 sk a2.CCC
-11	near 2 sk a2.aC
-25	near 2 sk a2.a…
-24	near 2 sk a201…
-12	near 2 sk a202
-91	near 2 sk a2C
-81	near 2 sk a2CC
-61	near 2 sk a2CCC
-40	near 2 sk a2_a
-31	near 2 sk a2_a_a
-88	near 2 sk a:a
-33	near 2 sk a?.a
17	near 2 sk a?a
-120	near 2 sk a@02…
-71	near 2 sk a@a02
-48	near 2 sk aA
-10	near 2 sk aA10…
-120	near 2 sk aA2
-34	near 2 sk aAa
-42	near 2 sk aC
-34	near 2 sk aC()
-41	near 2 sk aC.C
-54	near 2 sk aC.a
-45	near 2 sk aC.aC
-16	near 2 sk aC.aCC
-46	near 2 sk aC.a…
-98	near 2 sk aC2
-36	near 2 sk aC2C
-49	near 2 sk aC2CC
-52	near 2 sk aC?.a
-38	near 2 sk aCA
-91	near 2 sk aCA2
-150	near 2 sk aCC
-39	near 2 sk aCC()
-38	near 2 sk aCC.aC
-49	near 2 sk aCC2
-67	near 2 sk aCC2C
-87	near 2 sk aCCC
-29	near 2 sk aCCC2C
-43	near 2 sk aCCCC
-33	near 2 sk aCCCCC
-49	near 2 sk aCCC…
-135	near 2 sk a_a
-27	near 2 sk a_a.…
-77	near 2 sk a_a01
-179	near 2 sk a_a2
-81	near 2 sk a_a2_a
-67	near 2 sk a_a2…
-110	near 2 sk a_a_a
-76	near 2 sk a_a_a2
-115	near 2 sk a_a_…
61	near 3
-57	near 3 long 0
-40	near 3 long 1
35	near 3 long 11
15	near 3 long 12
122	near 3 long 13
14	near 3 long 2
18	near 3 long 3
18	near 3 long 4
22	near 3 long 5
19	near 3 long 7
10	near 3 long 8
16	near 3 long 9
37	near 3 natural 0
-53	near 3 natural 0 0
-61	near 3 natural 0 1
16	near 3 natural 0 2
49	near 3 natural 0 3
65	near 3 natural 0 d1
85	near 3 natural 0 d2
89	near 3 natural 0 d4
92	near 3 natural 1
-36	near 3 natural 1 2
-38	near 3 natural 1 3
55	near 3 natural 1 d2
110	near 3 natural 1 d3
81	near 3 natural 1 d4
12	near 3 natural 2
-59	near 3 natural 2 1
-24	near 3 natural 2 2
-25	near 3 natural 2 3
40	near 3 natural 2 4
13	near 3 natural 2 d1
29	near 3 natural 2 d2
61	near 3 natural 2 d3
115	near 3 natural 2 d4
22	near 3 natural 3
-68	near 3 natural 3 2
-52	near 3 natural 3 3
67	near 3 natural 3 4
20	near 3 natural 3 d2
117	near 3 natural 3 d3
33	near 3 natural 3 d4
-33	near 3 natural 4 1
-48	near 3 natural 4 2
-24	near 3 natural 4 3
47	near 3 natural 4 d1
47	near 3 natural 4 d2
18	near 3 natural 4 d3
10	near 3 natural 4 d4
-68	near 3 natural 5 2
-59	near 3 natural 5 3
29	near 3 natural 5 d1
81	near 3 natural 5 d2
67	near 3 natural 5 d3
19	near 3 natural 5 d4
-19	near 3 natural 6 1
-78	near 3 natural 6 2
-58	near 3 natural 6 3
89	near 3 natural 6 d0
53	near 3 natural 6 d1
44	near 3 natural 6 d3
26	near 3 natural 6 d4
-56	near 3 sk !a
-20	near 3 sk !aC
-67	near 3 sk 01-a
-41	near 3 sk 01.01.01
-50	near 3 sk 01.02
57	near 3 sk 01A0…
89	near 3 sk 01A1…
87	near 3 sk 01A2…
98	near 3 sk 01Aa…
28	near 3 sk 01C0…
99	near 3 sk 01C2…
68	near 3 sk 01CA…
-39	near 3 sk 01a
77	near 3 sk 01a01
72	near 3 sk 01a01a
84	near 3 sk 01a01a1
44	near 3 sk 01a01a101
47	near 3 sk 01a01a102
56	near 3 sk 01a01a2
52	near 3 sk 01a02
29	near 3 sk 01a0…
48	near 3 sk 01a101a
54	near 3 sk 01a101a01
27	near 3 sk 01a101a02
50	near 3 sk 01a102a202
-57	near 3 sk 01a103
83	near 3 sk 01a1…
67	near 3 sk 01a201a
19	near 3 sk 01a201a2
20	near 3 sk 01a201a201a1
20	near 3 sk 01a2…
57	near 3 sk 01aA…
44	near 3 sk 01aC…
119	near 3 sk 02-02-04
-33	near 3 sk 02-a
-38	near 3 sk 02.01
104	near 3 sk 02.02.04
-150	near 3 sk 02.0…
-15	near 3 sk 02/02
-84	near 3 sk 02:02
49	near 3 sk 02A1…
61	near 3 sk 02A2…
56	near 3 sk 02C2…
33	near 3 sk 02a
35	near 3 sk 02a01
12	near 3 sk 02a101a202
93	near 3 sk 02a1…
33	near 3 sk 02a201a102
51	near 3 sk 02a201a2
37	near 3 sk 02a201a2@02
102	near 3 sk 02a2…
-34	near 3 sk 03-03
-68	near 3 sk 03.0…
11	near 3 sk 03A2…
47	near 3 sk 03a0…
113	near 3 sk 03a1…
40	near 3 sk 03a2…
-36	near 3 sk 04
-57	near 3 sk 04-02-02
54	near 3 sk 04a1…
41	near 3 sk 04a2…
34	near 3 sk 05
-45	near 3 sk 05a1…
-55	near 3 sk @a/a
53	near 3 sk A!03
33	near 3 sk A!04
45	near 3 sk A#03
51	near 3 sk A$03
25	near 3 sk A%03
23	near 3 sk A%04
73	near 3 sk A&03
42	near 3 sk A(04
12	near 3 sk A)04
-27	near 3 sk A*
45	near 3 sk A*03
44	near 3 sk A*04
74	near 3 sk A+03
31	near 3 sk A+04
17	near 3 sk A,04
-55	near 3 sk A-
-97	near 3 sk A-02
70	near 3 sk A-03
82	near 3 sk A-04
-41	near 3 sk A-A03
84	near 3 sk A.03
43	near 3 sk A.04
-20	near 3 sk A.a
30	near 3 sk A/04
-37	near 3 sk A/A
-31	near 3 sk A/a
-39	near 3 sk A01
-59	near 3 sk A01A
-34	near 3 sk A01A…
82	near 3 sk A01a…
-20	near 3 sk A02A…
42	near 3 sk A03
165	near 3 sk A04
-35	near 3 sk A1-C-C
-67	near 3 sk A1-C…
77	near 3 sk A101…
54	near 3 sk A102…
52	near 3 sk A103…
35	near 3 sk A1@a01a201
37	near 3 sk A201…
112	near 3 sk A2a1…
118	near 3 sk A2a2…
30	near 3 sk A2aA…
57	near 3 sk A2aC…
71	near 3 sk A?03
25	near 3 sk A?04
60	near 3 sk A@03
33	near 3 sk A@04
36	near 3 sk A]04
31	near 3 sk A^04
-45	near 3 sk A_
80	near 3 sk A_03
70	near 3 sk A_04
-80	near 3 sk Aa
35	near 3 sk Aa01…
-25	near 3 sk Aa1
71	near 3 sk Aa10…
29	near 3 sk Aa1A…
44	near 3 sk Aa1C…
32	near 3 sk Aa2!…
33	near 3 sk Aa20…
30	near 3 sk Aa2A…
-50	near 3 sk AaC
11	near 3 sk A{04
23	near 3 sk A}04
-52	near 3 sk C
-52	near 3 sk C C
-30	near 3 sk C a2…
25	near 3 sk C!04
28	near 3 sk C!a02
75	near 3 sk C#04
38	near 3 sk C#a02
63	near 3 sk C$04
45	near 3 sk C$a02
36	near 3 sk C%03
66	near 3 sk C%04
34	near 3 sk C%a02
26	near 3 sk C&03
76	near 3 sk C&04
32	near 3 sk C(a02
-44	near 3 sk C*
28	near 3 sk C*03
78	near 3 sk C*04
22	near 3 sk C*a01
34	near 3 sk C*a02
48	near 3 sk C+04
27	near 3 sk C+a02
28	near 3 sk C-03
103	near 3 sk C-04
-132	near 3 sk C-C
-37	near 3 sk C-a
86	near 3 sk C-a02
56	near 3 sk C.04
-72	near 3 sk C.a
69	near 3 sk C.a02
-25	near 3 sk C.aC
-60	near 3 sk C/C
-93	near 3 sk C/a
23	near 3 sk C01A…
-116	near 3 sk C01C
25	near 3 sk C01C…
13	near 3 sk C01a2!
54	near 3 sk C01a…
144	near 3 sk C02
66	near 3 sk C03
143	near 3 sk C04
49	near 3 sk C04!
65	near 3 sk C04#
-57	near 3 sk C2-C-C2
-30	near 3 sk C2-a-a2
106	near 3 sk C201…
64	near 3 sk C202…
60	near 3 sk C203…
57	near 3 sk C2A0…
82	near 3 sk C2A1…
86	near 3 sk C2A2…
54	near 3 sk C2Aa…
-21	near 3 sk C2C
51	near 3 sk C2C0…
89	near 3 sk C2C2…
51	near 3 sk C2CA…
45	near 3 sk C2CC…
-22	near 3 sk C:*
33	near 3 sk C;a02
46	near 3 sk C?04
28	near 3 sk C?a02
25	near 3 sk C@03
92	near 3 sk C@04
22	near 3 sk C@a02
-24	near 3 sk CA
64	near 3 sk CA10…
-34	near 3 sk CA2
56	near 3 sk CA20…
51	near 3 sk CA2a…
17	near 3 sk CAa1…
-21	near 3 sk CC
-50	near 3 sk CC.a
98	near 3 sk CC01
45	near 3 sk CC01!
56	near 3 sk CC01#
70	near 3 sk CC01$
20	near 3 sk CC01%
21	near 3 sk CC01*
37	near 3 sk CC01+
61	near 3 sk CC01-
51	near 3 sk CC01@
44	near 3 sk CC01…
167	near 3 sk CC02
54	near 3 sk CC02!
91	near 3 sk CC02#
59	near 3 sk CC02$
57	near 3 sk CC02%
80	near 3 sk CC02*
103	near 3 sk CC02+
72	near 3 sk CC02-
100	near 3 sk CC02@
95	near 3 sk CC02_
-45	near 3 sk CC2
-143	near 3 sk CC2-CC
45	near 3 sk CC20…
48	near 3 sk CC2A…
-36	near 3 sk CCA2
-37	near 3 sk CCA2…
-103	near 3 sk CCC
-41	near 3 sk CCC.…
-97	near 3 sk CCCC
-42	near 3 sk CCCCC
-44	near 3 sk CCCC…
23	near 3 sk C]a02
48	near 3 sk C_03
118	near 3 sk C_04
39	near 3 sk C_a02
34	near 3 sk C{a02
-64	near 3 sk _a
-31	near 3 sk _a_
-39	near 3 sk a
-109	near 3 sk a 01
-44	near 3 sk a a
-50	near 3 sk a a a
45	near 3 sk a a …
-71	near 3 sk a!
106	near 3 sk a!C
89	near 3 sk a!a
73	near 3 sk a!a02
40	near 3 sk a#a
57	near 3 sk a#a02
25	near 3 sk a$C
67	near 3 sk a$a
33	near 3 sk a$a02
40	near 3 sk a%C
84	near 3 sk a%a
51	near 3 sk a%a01
81	near 3 sk a%a02
66	near 3 sk a&C
29	near 3 sk a&a
19	near 3 sk a&a01
68	near 3 sk a&a02
51	near 3 sk a(C
-57	near 3 sk a*
50	near 3 sk a*02
63	near 3 sk a*C
83	near 3 sk a*a
21	near 3 sk a*a01
35	near 3 sk a*a02
20	near 3 sk a+02
53	near 3 sk a+C
62	near 3 sk a+a
27	near 3 sk a+a02
59	near 3 sk a,C
-57	near 3 sk a-
-80	near 3 sk a-01
-89	near 3 sk a-03
-28	near 3 sk a-A
-18	near 3 sk a-A1
101	near 3 sk a-C
-50	near 3 sk a-a
-94	near 3 sk a-a-01
-67	near 3 sk a-a-03
86	near 3 sk a-a-a
92	near 3 sk a-a-a01
167	near 3 sk a-a-a02
-50	near 3 sk a-a-a2
57	near 3 sk a-a-…
103	near 3 sk a-a02
-55	near 3 sk a-a1
-69	near 3 sk a-a2
-55	near 3 sk a-a205
15	near 3 sk a-a2…
-31	near 3 sk a.*
-53	near 3 sk a.A
-24	near 3 sk a.A1
-16	near 3 sk a.Aa
-38	near 3 sk a.C.C
-20	near 3 sk a.C2
-30	near 3 sk a.C2C
-31	near 3 sk a.CA2
-90	near 3 sk a.CC
-57	near 3 sk a.CCC
-24	near 3 sk a.CCCC
-47	near 3 sk a.CC…
-41	near 3 sk a.a.C
-87	near 3 sk a.a.a
-33	near 3 sk a.a.aC
-67	near 3 sk a.a.…
-47	near 3 sk a.a/a
-80	near 3 sk a.a/…
-38	near 3 sk a.a01
-87	near 3 sk a.a2
-41	near 3 sk a.a2C
-25	near 3 sk a.a2…
-27	near 3 sk a.aA2
-87	near 3 sk a.aC
-44	near 3 sk a.aC.a
-50	near 3 sk a.aC2
-62	near 3 sk a.aCC
-57	near 3 sk a.aCCC
-43	near 3 sk a.aC…
-49	near 3 sk a.a_a
-34	near 3 sk a.a_a2
-44	near 3 sk a.a_…
-51	near 3 sk a/
64	near 3 sk a/C
-123	near 3 sk a/a
-32	near 3 sk a/a-a
-60	near 3 sk a/a-…
-84	near 3 sk a/a/.a
-79	near 3 sk a/a/a
-76	near 3 sk a/a/…
-111	near 3 sk a/a1
-65	near 3 sk a/a1…
-63	near 3 sk a/a2
25	near 3 sk a01-…
34	near 3 sk a01A…
-57	near 3 sk a01C
33	near 3 sk a01C…
108	near 3 sk a01a
33	near 3 sk a01a01
55	near 3 sk a01a01a
25	near 3 sk a01a01a1
48	near 3 sk a01a01a2
54	near 3 sk a01a03
58	near 3 sk a01a101
71	near 3 sk a01a101a102
49	near 3 sk a01a101a2
74	near 3 sk a01a102
65	near 3 sk a01a2
76	near 3 sk a01a201
44	near 3 sk a01a201a1
34	near 3 sk a01a201a102
34	near 3 sk a01a202
49	near 3 sk a01a202a102
37	near 3 sk a01a203
88	near 3 sk a01a…
65	near 3 sk a02
-45	near 3 sk a02/a
-56	near 3 sk a02/a1
37	near 3 sk a02a
62	near 3 sk a02a101a1
47	near 3 sk a02a2
56	near 3 sk a02a…
53	near 3 sk a03
63	near 3 sk a03a…
131	near 3 sk a04
-46	near 3 sk a05
-105	near 3 sk a1#CC
-67	near 3 sk a1.C
-37	near 3 sk a1.CC
-162	near 3 sk a1.a
-65	near 3 sk a1.a.a
-77	near 3 sk a1.a2
-35	near 3 sk a1.aC
46	near 3 sk a1.a…
-85	near 3 sk a1/a…
100	near 3 sk a101a
70	near 3 sk a101a01
40	near 3 sk a101a01a
57	near 3 sk a101a01a01
46	near 3 sk a101a01a1
37	near 3 sk a101a01a101
64	near 3 sk a101a01a102
27	near 3 sk a101a01a2
75	near 3 sk a101a02
22	near 3 sk a101a02a1
46	near 3 sk a101a101*02
30	near 3 sk a101a101a
43	near 3 sk a101a101a1
43	near 3 sk a101a101a202
68	near 3 sk a101a101a203
66	near 3 sk a101a102
35	near 3 sk a101a2+02
49	near 3 sk a101a2.02
59	near 3 sk a101a201a
60	near 3 sk a101a201a1
57	near 3 sk a101a201a102
46	near 3 sk a101a201a103
48	near 3 sk a101a201a2
28	near 3 sk a101a201a202
52	near 3 sk a101a203
48	near 3 sk a101…
63	near 3 sk a102a
22	near 3 sk a102a203
73	near 3 sk a102…
18	near 3 sk a103a
116	near 3 sk a103…
77	near 3 sk a104…
78	near 3 sk a105…
34	near 3 sk a1@0…
22	near 3 sk a1@a01a102
67	near 3 sk a1@a01a2
42	near 3 sk a1@a1@a202
23	near 3 sk a1@a2@a202
20	near 3 sk a1@a…
64	near 3 sk a1A0…
101	near 3 sk a1A1…
135	near 3 sk a1A2…
82	near 3 sk a1Aa…
84	near 3 sk a1C0…
77	near 3 sk a1C2…
41	near 3 sk a1CA…
60	near 3 sk a1CC…
54	near 3 sk a2!a02
28	near 3 sk a2$a02
20	near 3 sk a2%a02
92	near 3 sk a2&a02
50	near 3 sk a2*a02
40	near 3 sk a2+a02
-93	near 3 sk a2-a
-47	near 3 sk a2-a-a
-60	near 3 sk a2.C
-16	near 3 sk a2.CC
-78	near 3 sk a2.a
-50	near 3 sk a2.a2
-21	near 3 sk a2.aC
-29	near 3 sk a2.a…
51	near 3 sk a201a
31	near 3 sk a201a01
33	near 3 sk a201a01a
59	near 3 sk a201a01a1
65	near 3 sk a201a02
65	near 3 sk a201a101a
41	near 3 sk a201a101a102
74	near 3 sk a201a102
32	near 3 sk a201a102a2
73	near 3 sk a201a2
34	near 3 sk a201a201a2
23	near 3 sk a201a2_02
118	near 3 sk a201…
67	near 3 sk a202a
24	near 3 sk a202a1
47	near 3 sk a202a101a102
82	near 3 sk a202…
71	near 3 sk a203
56	near 3 sk a203a
84	near 3 sk a203…
18	near 3 sk a205
33	near 3 sk a205…
39	near 3 sk a2?a02
55	near 3 sk a2@03
57	near 3 sk a2@a02
67	near 3 sk a2A0…
67	near 3 sk a2A1…
-28	near 3 sk a2A2…
102	near 3 sk a2Aa…
-54	near 3 sk a2C
45	near 3 sk a2C0…
-22	near 3 sk a2C2
75	near 3 sk a2C2…
68	near 3 sk a2CA…
-72	near 3 sk a2CC
-47	near 3 sk a2CC2
-25	near 3 sk a2CCC
52	near 3 sk a2CC…
49	near 3 sk a2_0…
-109	near 3 sk a2_a
-40	near 3 sk a2_a_a
92	near 3 sk a2_a…
-68	near 3 sk a:C
-72	near 3 sk a:a
-67	near 3 sk a=a
37	near 3 sk a?C
54	near 3 sk a?a
50	near 3 sk a?a01
21	near 3 sk a?a02
75	near 3 sk a@02
-92	near 3 sk a@02…
36	near 3 sk a@a01
17	near 3 sk a@a02
-60	near 3 sk aA
26	near 3 sk aA01…
23	near 3 sk aA10…
-86	near 3 sk aA2
40	near 3 sk aA20…
-12	near 3 sk aA2a1
68	near 3 sk aA2a…
-63	near 3 sk aAa
26	near 3 sk aAa1…
11	near 3 sk aC
-34	near 3 sk aC.CC
-67	near 3 sk aC.a
-35	near 3 sk aC.a2
-59	near 3 sk aC.aC
-40	near 3 sk aC.aCC
-54	near 3 sk aC.a…
27	near 3 sk aC01…
-115	near 3 sk aC2
32	near 3 sk aC2A…
-56	near 3 sk aC2C
-53	near 3 sk aC2CC
67	near 3 sk aC2C…
-35	near 3 sk aC?.a
-20	near 3 sk aCA2
-98	near 3 sk aCC
-39	near 3 sk aCC.…
-67	near 3 sk aCC2
-46	near 3 sk aCC2C
40	near 3 sk aCC2…
-102	near 3 sk aCCC
-62	near 3 sk aCCCC
-32	near 3 sk aCCC…
35	near 3 sk a[C
58	near 3 sk a^C
70	near 3 sk a_01…
49	near 3 sk a_A1…
39	near 3 sk a_A2…
73	near 3 sk a_C
-27	near 3 sk a_a
-50	near 3 sk a_a.a
-49	near 3 sk a_a.…
-11	near 3 sk a_a01
47	near 3 sk a_a02
51	near 3 sk a_a1…
-81	near 3 sk a_a2
-68	near 3 sk a_a2_a
-121	near 3 sk a_a_a
-65	near 3 sk a_a_a2
-180	near 3 sk a_a_…
42	near 3 sk a}C
51	near 3 sk a~C
52	near a
-63	near a-f
-41	near a-z
-57	near a1
-47	near a3
-61	near aaa111
-34	near abc
-13	near abc123
-75	near about
-38	near above
-34	near absent
-24	near ac
-61	near accept
-11	near accepts
-140	near access_key
44	near access_token
-33	near accesscontrol
-68	near accesskeyid
52	near accesstoken
-38	near accountid
-14	near acl
-29	near acme
-75	near across
-88	near action
-104	near actions
-96	near active
-71	near actual
-35	near actually
-28	near add
42	near add_user
-123	near added
-23	near addeventlistener
-85	near adding
-23	near additional
39	near addprinc
-47	near addr
-108	near address
-66	near adds
87	near admin
47	near admin'
-46	near admin123
41	near admin_heslo
22	near admin_pass
32	near admin_passwd
52	near admin_password
61	near admin_pw
20	near admin_senha
42	near admin_token
38	near admin_пароль
50	near adminapi_key
36	near administrator
31	near adminmot_de_passe
26	near adminpasswd
36	near adminpassword
46	near adminsenha
14	near admintoken
98	near aes
-36	near affects
-65	near after
-94	near against
-132	near agent
-47	near agentid
-73	near agents
-45	near aggregation
-117	near ai
-39	near algorithm
-69	near alias
-53	near aliases
106	near alice
84	near alice'
-79	near all
-39	near alone
-53	near alongside
-62	near already
-88	near also
-62	near alt
-129	near alter
-41	near always
-42	near am
-46	near amd64
-67	near amp
-78	near an
-58	near and
-54	near animation
-24	near another
-20	near ansible_host
33	near ansible_password
40	near ansible_ssh_pass
-93	near ansible_user
-51	near answer
-82	near anthropic
-99	near any
-14	near apache
-35	near api
24	near api-key
14	near api-pw
117	near api_key
36	near api_mot_de_passe
25	near api_passwd
45	near api_pw
78	near api_secret
68	near api_token
-23	near apiclient
61	near apikey
45	near apipassword
29	near apipwd
-16	near apis
93	near apisecret
30	near apiパスワード
68	near app
38	near app-secret
80	near app_key
40	near app_pin
52	near app_secret
-50	near append
28	near appheslo
57	near appid
-55	near apple
-117	near application
-53	near applied
-56	near apply
-62	near approved
-62	near apps
131	near appuser
73	near appuser'
25	near appwachtwoord
30	near app密码
-88	near arch
-67	near architecture
-82	near are
14	near arg
51	near argument
-37	near argv
-43	near aria-label
-80	near arm64
-51	near around
-60	near array
-44	near artifact
109	near ascii
-66	near asdf1234
-34	near ask
34	near asked
47	near assert
-49	near assertion
-35	near assets
-50	near async
-115	near at
-60	near atomic
-65	near attach
-28	near attachment
-41	near attacker
-20	near attempt
20	near attributes
-22	near attrs
-51	near audience
-87	near audit
16	near auth
-67	near auth-pass
-20	near auth_contraseña
63	near auth_key
103	near auth_key'
46	near auth_pass
36	near auth_password
32	near authenticate
-62	near authenticated
36	near authentication
51	near authentication-key
-22	near authenticator
12	near authheslo
-78	near author
144	near authorization
-55	near authorize
31	near authpass
30	near authpsk
75	near authpw
29	near authsecret
69	near authtoken
-62	near available
-36	near avoid
-109	near await
-103	near aws
-112	near aws_access_key_id
34	near aws_key_id
100	near aws_secret_access_key
93	near b
112	near b'
-64	near back
-120	near backend
-84	near background
-72	near background-color
-61	near backgroundcolor
49	near backup
-62	near bad
-78	near badge
87	near banco
-100	near bar
-43	near bare
18	near base64
-34	near base_url
-55	near based
-76	near baseline
-34	near baseurl
-52	near bash
96	near basic
39	near basic_auth
77	near basicauth
88	near bazy
108	near bcrypt
24	near be
37	near bearer
-96	near because
-63	near becomes
-37	near been
-71	near before
39	near begin
-38	near behavior
-24	near being
-51	near berlin
-51	near best
-38	near between
-18	near bg
-53	near bin
-37	near binary
-32	near bindings
-81	near blob
-64	near block
-45	near blocking
-56	near blocks
-45	near blue
149	near bob
119	near bob'
-72	near body
-79	near bool
-71	near boolean
18	near bootstrap
-92	near border
-78	near bot
-77	near both
-63	near bound
-33	near boundary
21	near box
-81	near branch
-66	near branches
-37	near brand
-35	near breaking
-48	near broken
-79	near browse
-35	near browser
-63	near bucket
-61	near buf
-32	near buffer
-61	near bug
-51	near bugs
-80	near build
-22	near building
-35	near builds
-52	near bump
-68	near bumps
-18	near bun
-54	near bundle
-77	near but
-57	near button
60	near by
-107	near bypass
-93	near bypasses
55	near byte
-77	near bytes
-16	near c
-68	near c1
-57	near ca
-64	near cache
-25	near cache_key
-46	near cached
-59	near cachekey
-42	near calc
-28	near call
-37	near callback
-50	near called
-43	near caller
-26	near calling
-96	near calls
-99	near can
-55	near can't
-67	near cannot
-32	near canonical
-32	near capability
-45	near card
15	near cargo
-49	near carries
-29	near carry
-62	near cascade
-16	near case
-31	near cases
-62	near cat
-79	near category
-66	near cause
-22	near caused
-31	near cc
-36	near cd
-69	near center
-53	near cert
32	near certificate
42	near cfg
-62	near cgi
-32	near chain
-88	near change
160	near changed
-99	near changes
48	near char
-46	near characters
-63	near chars
-71	near chat
-99	near check
-47	near checked
-49	near checking
-73	near checkout
-122	near checkpoint
-42	near checkpoint_id
-46	near checkpoints
-67	near checks
59	near child
-43	near chmod
-128	near chore
-54	near chunk
-72	near ci
114	near ci-user
31	near ci-user'
-35	near cid
-56	near claim
-23	near claims
-38	near clarify
-142	near class
-91	near classname
-81	near claude
-122	near claude-session
17	near clave
-79	near clean
-55	near cleanup
12	near clear
-30	near clearing
-54	near clears
38	near cleartext-password
-98	near cli
-39	near click
50	near client
31	near client-secret
-95	near client_id
45	near client_secret
20	near clientheslo
-47	near clientid
44	near clientsecret
60	near clienttoken
-38	near clock
-39	near close
-47	near closed
-120	near closes
-51	near cloud
-110	near cmd
33	near cn
65	near co
40	near co'
-118	near co-authored-by
-93	near code
63	near codes
-31	near codex
-49	near collect
-63	near collection
-152	near color
-65	near colors
-74	near column
61	near com
-37	near comes
-125	near command
-62	near commands
-34	near comment
-46	near comments
-126	near commit
-83	near commits
-111	near committed
42	near community
-105	near compare
-38	near comparison
-36	near compatibility
-23	near compilation
-59	near compile
-47	near compiler
-50	near complete
-67	near completed
-98	near component
-69	near components
-34	near compose
-35	near compute
-58	near concurrent
-63	near configurable
-85	near configuration
-16	near configure
-62	near configured
-20	near confirm
-53	near confirmed
62	near conn
58	near connect
-41	near connected
-33	near connecting
-51	near connection
-50	near connections
-64	near console
-36	near const
13	near constant
-33	near constants
-21	near constraint
-27	near consumers
-21	near contain
-54	near container
-49	near containing
26	near contains
-32	near content
-59	near content-type
-63	near contenthash
-63	near contents
-108	near context
-48	near continue
-44	near contract
88	near contraseña
41	near contraseña'
-26	near control
-44	near controller
-32	near conversation
-64	near convert
-40	near converts
142	near convertto-securestring
-52	near cookie
-49	near cookies
-67	near copilot
-38	near copy
-44	near copyright
-106	near core
123	near corp
-25	near correct
-42	near correction
-25	near correctly
-54	near cost
-66	near could
-71	near count
-57	near coverage
-29	near covers
-43	near cp
-50	near cpu
-43	near cream
-33	near create
-50	near created
-48	near created_at
-72	near createdat
-46	near creates
57	near createuser
-25	near creating
-19	near creation
-32	near cred
51	near credential
62	near credential'
-20	near credentials
71	near creds
-37	near critical
76	near crypt
-72	near crypto
-11	near cs
-28	near css
-23	near ctx
38	near curl
-97	near current
22	near currently
-56	near cursor
-70	near custom
-56	near cwd
-19	near cyan
32	near d
-75	near d'
-28	near dark
-53	near darwin
-53	near dash
-71	near dashboard
-18	near data
-74	near database
-82	near database_url
50	near datasource
-82	near date
21	near db
18	near db'
18	near db-api_key
58	near db-password
18	near db_contraseña
82	near db_pass
85	near db_password
76	near db_password'
21	near db_pw
24	near dbapi_key
-138	near dbname
69	near dbpass
98	near dbpassword
62	near dc
50	near de
-25	near dead
-68	near debug
-71	near decision
-75	near decode
44	near decrypt
-12	near deep
-27	near def
56	near default
-48	near default'
-59	near defaults
-19	near defer
-35	near deferred
71	near define
-60	near defined
-32	near definitions
-88	near del
-45	near delay
-43	near delegates
-90	near delete
-59	near deleted
-59	near deleting
-28	near deletion
-30	near delivery
-43	near dependabot
-25	near dependency
-77	near dependency-name
-50	near depends
176	near deploy
97	near deploy'
-111	near deployment
-57	near deprecated
-34	near depth
-34	near derive
-56	near derived
-66	near describe
-65	near description
-50	near design
-65	near desktop
-35	near destination
-34	near detail
-41	near details
-62	near detected
-59	near detection
35	near dev
-42	near developer
-76	near device
-52	near devices
-54	near di
-42	near did
-47	near diff
-88	near different
-75	near dir
-55	near direct
-59	near directly
-57	near directory
-39	near dirname
-26	near disable
-75	near disabled
-30	near disconnect
-45	near discovery
-50	near disk
-37	near dispatch
-70	near display
-44	near displayname
-54	near dist
-34	near distinct
-74	near div
14	near do
-46	near doc
-228	near docker
-96	near docs
-74	near document
-54	near documentation
-64	near documented
-25	near documents
-54	near does
-67	near doesn't
-128	near domain
-62	near don't
-42	near done
-57	near double
-55	near down
-67	near download
-36	near downstream
-30	near draft
-53	near drive
-73	near driver
-68	near drop
-33	near ds
59	near dsn
-21	near du
-58	near duplicate
-30	near duplicated
-24	near duplication
-63	near duration
-120	near duration_ms
-59	near during
-31	near dynamic
-86	near e
-84	near e2e
-57	near each
95	near eap
-43	near ecdsa
157	near echo
-29	near edit
-31	near editing
-43	near editor
-34	near either
-41	near el
71	near elastic
16	near elasticsearch
-59	near else
-65	near em
-57	near email
-43	near embedded
-62	near emit
-32	near emits
-56	near empty
-21	near en
-36	near en-us
69	near enable
-46	near enabled
60	near encode
-49	near encoding
81	near encrypt
14	near encrypted
19	near encryption
33	near encryption_lösenord
40	near encryption_passphrase
16	near encryption_pw
45	near encryption_pwd
57	near encryption_senha
-13	near encryptionheslo
52	near encryptionkey
13	near encryptionpassword
-14	near encryption비밀번호
-45	near end
-33	near endpoint
-56	near endpoints
-18	near endswith
-79	near endtime
-59	near engine
122	near enter
-100	near entire
-168	near entire-checkpoint
-44	near entity
-38	near entries
-67	near entry
-45	near enum
50	near env
-18	near envelope
28	near environ
47	near environment
-58	near ephemeral
68	near eq
-79	near equal
50	near equals
91	near er
-47	near err
-84	near error
-49	near errorcode
-53	near errorf
-102	near errors
86	near es
-17	near escape
-22	near eslint
87	near est
-68	near etc
-30	near evaluation
-32	near even
-100	near event
-85	near events
-82	near every
-25	near ex
-58	near exactly
49	near example
-37	near examples
-47	near exceeds
-53	near except
-38	near exception
-72	near exchange
-67	near exclude
-43	near exe
-97	near exec
-24	near execfilesync
-61	near execute
-57	near execution
-46	near exist
-103	near existing
-46	near exists
-31	near exit
-36	near exp
18	near expect
-95	near expected
-33	near expects
-46	near expiration
-46	near expired
-37	near expires
-53	near expires_at
-76	near expiresat
-53	near expiry
-43	near explicit
-42	near explicitly
28	near export
-69	near exported
-52	near exports
-44	near exposes
-27	near expression
-69	near extends
-47	near extension
-68	near extensions
-36	near external
-60	near extract
-17	near extracted
-40	near extracting
83	near f
-31	near f'
-56	near f1
-51	near fa
-68	near factory
-47	near fail
-111	near failed
-58	near failing
-57	near fails
-51	near failure
-24	near failures
-49	near fallback
54	near false
-35	near fatalf
-91	near feat
-46	near feature
-69	near features
-80	near feedback
-11	near fetch
-37	near field
-41	near fields
-95	near file
-41	near filecontent
-54	near filename
-27	near filepath
-90	near files
-39	near filesystem
46	near fill
-61	near filter
-56	near filters
-91	near final
-59	near find
-82	near finding
-62	near findings
-33	near finished
-61	near first
-95	near fix
-35	near fixed
-156	near fixes
-46	near fixing
-44	near fixtures
-41	near fk
-53	near flag
-40	near flagged
-104	near flags
-20	near flat
-28	near flex
-43	near float64
-82	near flow
-79	near fmt
-60	near fn
-46	near focus
-63	near folder
-11	near following
-55	near font-size
-75	near foo
-162	near for
-52	near force
-100	near foreign
-35	near form
-98	near format
-47	near formats
-49	near forms
-32	near forward
-83	near found
-29	near fprintf
-30	near fprintln
-27	near free
-36	near fresh
-50	near from
-65	near frontend
-57	near fs
-130	near ftp
-77	near full
-21	near fully
-75	near func
-110	near function
-47	near functions
-45	near fuse
-130	near g
-68	near gap
-74	near gaps
-16	near gate
-45	near gateway
-53	near generate
-48	near generated
-96	near generation
-62	near generic
-81	near get
-68	near getbylabel
74	near getbytes
-53	near getelementbyid
-61	near getkey
33	near getpassword
-47	near gets
-52	near getstring
-20	near gh
-77	near ghcr
-33	near gid
-92	near git
-108	near github
-69	near github_token
-73	near githubusercontent
-43	near gives
-24	near global
-41	near go
-27	near goal
-30	near goes
-55	near golang
-81	near good
-76	near google
-27	near goreleaser-action
-57	near got
-42	near gradient
-66	near green
-112	near grep
-90	near group
-77	near groups
-86	near gt
-56	near guard
-38	near guest
165	near guest1
62	near guest1'
-78	near gz
-51	near h
-62	near h'
-65	near h1
-72	near h2
-86	near h3
-53	near had
-55	near hallo
-58	near handle
-50	near handler
-57	near handlers
-64	near handles
-42	near handling
-51	near hard
18	near hardcoded
-64	near has
24	near hash
-57	near hashes
-68	near hashing
-42	near hasprefix
46	near hasło
38	near hasło'
-67	near have
-72	near head
-27	near header
-57	near headers
-34	near heads
-52	near health
-35	near height
-64	near hello
-34	near help
-62	near helper
-44	near helpers
-43	near here
-32	near heslo'
-46	near hex
-17	near hidden
-67	near hierarchy
-63	near high
-71	near hint
-62	near history
-45	near hmac
111	near hmac-sha256
47	near home
64	near homenet
-80	near hook
-93	near hooks
-111	near host
-48	near host'
-40	near hosted
-58	near hostname
-79	near hosts
-63	near hour
-79	near hover
-62	near how
-143	near href
-59	near html
-69	near htpasswd
-34	near http
39	near https
-75	near i
-52	near icon
-118	near id
-54	near id-token
-35	near id_token
-57	near idempotent
-33	near identical
147	near identified
-64	near identifier
112	near identify
-81	near identity
-69	near ids
-79	near idtoken
-31	near if
-26	near ignore
-94	near image
-11	near immediately
-46	near implement
-78	near implementation
-56	near implemented
-49	near implements
-98	near import
-57	near important
-54	near imported
-57	near imports
-41	near in
-79	near include
-69	near includes
-43	near including
-30	near incremental
-70	near index
34	near info
-53	near information
36	near init
-23	near initial
-83	near initialize
-12	near injection
-68	near inline
-87	near input
-81	near inputtokens
-65	near insert
-59	near inside
-34	near insight
-27	near inspect
-31	near install
-23	near installed
-61	near instance
-41	near instanceof
-82	near instead
-117	near int
-68	near int64
-63	near integration
-48	near intel
-52	near intent
-93	near interface
-13	near internal
-174	near into
-38	near introduced
-51	near invalid
-28	near invalidatequeries
-36	near inventory
-24	near invoke
56	near io
-47	near ip
91	near is
-36	near isactive
-40	near isauthenticated
63	near isequalto
-31	near iss
-166	near issue
-51	near issuer
-82	near issues
87	near ist
20	near it
-40	near item
-50	near items
-28	near items-center
-52	near its
147	near j
-14	near java
-123	near jdbc
157	near jdoe
64	near jdoe'
52	near je
62	near jelszó
46	near jks
-81	near job
-107	near jobs
22	near joe
-48	near john
-25	near jordan
-55	near js
27	near jsessionid
-130	near json
-46	near jsonl
-44	near justified
-49	near jwt
84	near jwt_secret
-33	near jwts
-45	near keep
-54	near keepassxc-cli
-64	near kennwort
19	near key'
76	near key-string
-70	near key-value
-64	near key_id
-47	near keyid
-58	near keypair
90	near keypassword
-76	near keys
38	near keystore
18	near keystorepassword
170	near kim
58	near kim'
-79	near kind
-25	near know
-36	near known
-45	near kurva
-31	near l
77	near la
-81	near label
69	near lambda
-12	near language
-15	near large
-59	near last
-39	near later
-87	near latest
61	near lautet
-86	near layout
-46	near lazy
30	near ldap
43	near ldap_secret
61	near ldapapi_key
51	near ldapkey
-16	near ldap비밀번호
-42	near leaves
-56	near left
-61	near legacy
-42	near legitimate
-43	near len
-58	near length
-42	near lesson
31	near let
-33	near letmein1
-46	near letter-spacing
-21	near level
-73	near lib
-84	near library
10	near license
-80	near licenses
-20	near lifecycle
-77	near like
-63	near limit
-77	near line
-68	near linear-gradient
-64	near lines
-133	near link
-84	near lint
-34	near linux
-94	near list
-20	near lists
-71	near literal
-74	near live
-26	near lives
52	near load
-19	near loaded
65	near local
53	near local'
41	near localhost
50	near localhost'
-68	near located
-70	near location
-72	near locations
-36	near locator
-60	near lock
-102	near log
-59	near logger
-50	near logging
-33	near logic
93	near login
22	near login_hasło
12	near login_パスワード
46	near loginpasswort
32	near loginpsk
-50	near logout
-83	near logs
-47	near loki
-77	near long
-25	near longer
-84	near lookup
-48	near loop
-34	near lower
-26	near lowercase
-91	near lt
72	near lösenord
53	near m
-45	near m4
-55	near machine
-66	near macos
-53	near made
64	near mail
86	near mail_password
40	near mail_パスワード
42	near mailcredential
-111	near main
-87	near make
-64	near managed
-74	near management
45	near manager
-64	near manifest
12	near manual
-48	near manually
-89	near map
-39	near mapped
-52	near maps
-40	near mark
-56	near marked
56	near master
55	near master_key
22	near master_passwd
43	near master_password
60	near masterkey
21	near masterlösenord
21	near masterpsk
56	near mastersenha
67	near masteruserpassword
-56	near match
-50	near matched
-65	near matches
-69	near matching
-44	near material
-44	near math
-62	near max
-48	near may
-37	near mb
-70	near md
52	near md5
39	near mdp
-23	near me
-39	near means
-35	near meant
15	near mechanism
-44	near media
-42	near medium
-49	near member
-28	near members
-62	near memory
-41	near merge
-146	near message
-77	near messages
-27	near meta
-52	near metadata
-75	near method
-54	near methods
-24	near metric
-47	near metrics
-30	near michael
-46	near microsoft
-52	near migration
-60	near migrations
-71	near min
-36	near min-height
-49	near minimal
-36	near minor
-52	near minute
-43	near mismatch
-95	near missing
-35	near mixed
-72	near mkdir
-17	near mkdirall
-95	near mobile
-54	near mock
-39	near mod
-105	near mode
-97	near model
-52	near models
-59	near modified
-39	near modify
-79	near module
-47	near modules
16	near mongodb
-30	near mongosh
-65	near monitoring
-51	near mono
-67	near more
87	near mot_de_passe
-70	near mount
42	near move
-37	near moved
-34	near moving
-18	near mqtt
-59	near ms
-62	near msg
-40	near mt-1
-72	near multiple
-90	near must
-45	near mustcompile
89	near my
138	near mysql
39	near mysql_root_password
49	near mysqldump
-39	near n
44	near n'
-118	near name
-48	near named
-30	near names
-86	near namespace
-45	near naming
-31	near native
-33	near needed
-17	near needs
50	near neighbor
71	near neo4j
-20	near nested
-79	near net
-50	near network
28	near networkcredential
-30	near networks
-123	near never
89	near new
15	near new_passphrase
52	near new_password
15	near new_pwd
12	near new_пароль
22	near new_パスワード
40	near newapi_key
34	near newcontraseña
54	near newsecret
60	near newwachtwoord
12	near newпароль
-85	near next
93	near nickserv
-39	near nil
-122	near no
-110	near node
-84	near node_modules
-71	near nolint
-51	near nonce
-57	near none
-58	near normal
-133	near not
-81	near note
-17	near noted
-25	near notes
-53	near nothing
-43	near noticed
-13	near notification
-104	near now
-101	near npm
38	near npm_token
46	near npmauthtoken
-38	near npx
-93	near null
-42	near nullable
-41	near number
-34	near numeric
-56	near o
-48	near oauth
-57	near oauth2
-21	near obj
-51	near object
-68	near objects
-41	near obtain
-153	near of
-79	near off
-73	near offset
-88	near ok
68	near old
50	near old-pin
41	near old_passwort
19	near oldpasscode
-63	near omitempty
-39	near omits
-46	near on
-55	near once
-88	near one
-80	near only
-58	near op
-79	near open
-33	near openai
-44	near openapi
-17	near openfile
-17	near operation
-78	near operations
173	near operator
60	near operator'
58	near ops
-48	near opt
31	near option
-58	near optional
-84	near options
-51	near opts
-56	near oracle
-63	near orange
-57	near order
93	near org
-24	near org'
-63	near organization
-53	near origin
-31	near original
-40	near os
-56	near other
44	near our
-72	near outfile
-24	near output
-28	near output_tokens
-38	near outputs
-60	near outputtokens
-54	near over
-53	near overridden
-52	near override
-43	near overview
-46	near own
-52	near owner
126	near p
-118	near package
-56	near packages
-59	near padding
-23	near page
-27	near pages
-13	near pair
-37	near pairs
-66	near panel
-43	near para
-66	near parallel
-83	near param
-49	near parameter
-76	near parameters
-36	near parametrize
-36	near params
15	near parent
-54	near parentid
44	near parola
-44	near parse
-55	near parsed
-52	near parser
-20	near parsing
-53	near part
-43	near partial
-42	near parts
-78	near pass
-37	near pass'
-32	near pass-through
50	near passcode
49	near passcode'
78	near passe
-146	near passed
-156	near passes
-53	near passing
97	near passphrase
23	near passwd
42	near passwd'
58	near password
60	near password'
-48	near password_hash
58	near passwordauthentication
17	near passwordencoder
39	near passwords
30	near passwordtext
60	near passwort
41	near passwort'
-25	near paste
-50	near patch
-89	near path
-52	near path'
-46	near paths
-94	near pattern
-24	near patterns
40	near payload
109	near pdf
-109	near pem
-74	near pending
-39	near per
-57	near percentage
-38	near performance
-23	near period
-40	near perm
-46	near permission
-30	near permissions
-29	near persisted
-114	near pg
49	near pgp_sym_encrypt
46	near pgpassword
-126	near phase
13	near phone
-44	near php
53	near phpsessid
-38	near pid
-47	near pin
14	near pin'
-83	near ping
-34	near pinning
-34	near pipeline
-36	near pk
-33	near pkg
-35	near pki
-22	near place
-72	near placeholder
104	near plain
46	near plain-text-password-value
-15	near plaintext
-68	near plan
-37	near plans
-46	near platform
17	near please
-55	near plugin
-30	near plugins
-44	near plus
-38	near png
-35	near point
-34	near pointer
-25	near policy
-24	near polling
-46	near pool
-32	near populate
-12	near port
-28	near ports
-84	near position
-78	near post
201	near postgres
113	near postgres'
39	near postgres_password
34	near postgresql
-66	near pr
84	near pragma
-62	near pre-existing
100	near pre-shared-key
-42	near prefer
-49	near prefix
-49	near prefixed
-46	near prepare
-47	near present
44	near presharedkey
-52	near prevent
-27	near previous
-30	near previously
-53	near primary
-51	near print
125	near printf
-33	near println
-49	near prior
-41	near priority
95	near priv
-97	near private
-45	near private_key
-32	near privatekey
87	near privilege
-54	near probe
-12	near problem
-51	near process
-53	near processing
65	near prod
-102	near prod-db
-61	near product
-32	near production
-56	near profile
-55	near program
-72	near project
-77	near projectid
-98	near projects
-55	near prometheus
-51	near promise
-116	near prompt
-57	near prompts
-28	near proof
-56	near proper
-24	near properly
-35	near property
-59	near props
17	near protect
-55	near protocol
-50	near provenance
-56	near provide
-14	near provided
-86	near provider
-51	near providers
14	near proxy
-60	near ps1
24	near pscredential
51	near psk
56	near psk'
-121	near psql
-80	near public
-48	near public_key
-65	near publickey
-22	near publish
-128	near pull
-44	near purpose
-103	near push
50	near put
93	near pw
37	near pw'
-21	near pwd
43	near pwd'
-61	near px
-27	near px-2
-36	near python
-38	near q
-36	near q1w2e3r4
-56	near q2w3e4r
-40	near qazwsx
-40	near quality
-79	near query
-112	near querykey
-47	near question
-64	near quick
69	near quote
-38	near qwerty123
-43	near qwertyuiop
52	near qwouk
56	near r
-48	near r'
-28	near race
-87	near raise
-37	near ran
-46	near rand
-55	near random
-105	near range
-104	near rate
-36	near rather
58	near raw
-47	near rawmessage
14	near rcon
-50	near reachable
-40	near reached
-34	near reaches
-29	near react
-27	near read
-69	near read-only
-46	near reader
-34	near readfile
-38	near reading
-28	near readonly
-58	near reads
-15	near readvalue
-62	near ready
-84	near real
59	near realm
-25	near reason
-27	near receives
-58	near recent
-38	near recommended
-115	near record
-37	near records
54	near recovery
52	near red
-56	near redacted
-48	near redaction
-98	near redirect
-54	near redirects
75	near redis
45	near redis-server
47	near redis_lösenord
37	near redis_password
32	near redis_passwort
18	near redishasło
22	near redispassword
50	near redissecret
11	near rediswachtwoord
-16	near redundant
-84	near ref
-71	near refactor
-44	near reference
-66	near references
-118	near refresh
-58	near refresh_token
-36	near refreshtoken
-48	near refs
-58	near reg
-47	near regex
-63	near regexp
-54	near region
-26	near registered
-42	near registration
-89	near registry
-44	near regression
-41	near rejected
-23	near rejects
-50	near related
-15	near relative
-53	near release
-67	near releases
-40	near rem
-45	near remain
-19	near remaining
-46	near remote
-27	near removal
-51	near remove
-85	near removed
-62	near removing
-46	near rename
-77	near renamed
-51	near render
-50	near rendering
-81	near replace
-30	near replaced
-27	near replacement
-17	near replaces
-35	near replacing
-44	near replay
-85	near repo
-63	near report
-56	near reported
-73	near reports
-35	near repos
-58	near repository
-120	near req
-46	near request
-132	near requestid
-33	near requests
-57	near require
-64	near required
-57	near requirements
-75	near requires
-46	near resolution
-55	near resolve
-55	near resolved
-71	near resolves
-70	near resource
-52	near resources
-12	near response
-45	near responses
-44	near rest
57	near restic_password
-93	near result
-71	near results
-13	near resume
-40	near retries
-48	near retry
-29	near return
-54	near returned
-27	near returning
-75	near returns
-54	near reuse
-45	near reused
-78	near reverse
-47	near revert
-78	near reverts
-131	near review
-45	near revision
-47	near rewrite
-34	near rewrote
-43	near rfc
-107	near rgba
-37	near right
-72	near role
-86	near roles
76	near root
49	near root'
71	near root_credential
10	near root_key
20	near root_mot_de_passe
39	near root_password
17	near root_пароль
24	near root_비밀번호
25	near rootpasswd
32	near rootpassword
92	near rootpw
13	near rootпароль
-73	near rotation
-45	near round
-66	near route
-25	near router
-70	near routes
-53	near routing
-66	near row
-21	near rows
-52	near rpc
-62	near rs
83	near rtsp
-51	near rule
-34	near rules
-98	near run
-114	near runas
-42	near runner
-49	near running
-84	near runs
-53	near runs-on
-36	near runtime
-51	near rust
-20	near s
76	near s'
15	near s1
-48	near s2
-33	near s3
165	near sa
39	near sa'
-45	near safety
63	near salasana
-86	near salt
-79	near same
-55	near sample
-96	near sandbox
43	near save
-19	near saved
-24	near say
-58	near says
-46	near sb
-30	near sbin
-62	near scan
-36	near schema
-87	near schemas
-43	near scheme
-69	near scope
-29	near scoped
-73	near scopes
70	near scott
-37	near screenshots
-75	near script
-41	near scripts
-72	near sdk
-11	near sealed
-31	near search
-74	near second
124	near secret
54	near secret'
87	near secret_key
78	near secret_key_base
29	near secretkey
10	near secrets
-71	near section
16	near secure
29	near security
-72	near sed
-76	near see
-86	near seed
-94	near seeded
-35	near seeding
-50	near seeds
-39	near segments
-107	near select
-62	near selected
-42	near selection
-63	near selector
79	near self
133	near send
95	near sendkeys
-47	near sends
55	near senha
-56	near sent
-74	near sentinel
-45	near separate
-53	near separator
-27	near serialized
-33	near serve
24	near server
78	near servers
-92	near service
-108	near services
17	near session
-53	near session-id
-98	near session_id
-137	near sessionid
-87	near sessionids
-60	near sessions
125	near set
-16	near set_password
37	near setbasicauth
53	near setenv
77	near setpassword
-53	near sets
-49	near setting
-57	near settings
-53	near setup
-32	near setup-go
39	near setx
-71	near severity
-72	near sftp
-48	near sh
14	near sha
-65	near sha1
-25	near sha256
-33	near shadow
-58	near shape
70	near share
71	near shared
31	near shared-heslo
23	near shared-senha
28	near shared_lösenord
27	near shared_psk
47	near shared_token
20	near shared_wachtwoord
33	near sharedcontraseña
51	near sharedcredential
49	near sharedkey
21	near sharedmot_de_passe
-45	near sharing
-69	near shell
-54	near shields
-20	near shop
-51	near short
38	near should
-57	near show
-40	near shows
-22	near sid
-37	near sidebar
69	near sig
73	near sign
-66	near signal
-82	near signature
-59	near signatures
-18	near signed
-31	near signer
39	near signin
-34	near signing
-42	near silent
-47	near similar
39	near simple
-57	near since
-68	near single
41	near sip
-62	near site
-43	near sites
-62	near size
-36	near sizes
-47	near skill
-29	near skills
-74	near skip
-31	near skipped
-13	near slash
-54	near slice
-80	near slug
-43	near small
205	near smith
109	near smith'
75	near smtp
14	near smtp_credential
52	near smtp_pass
21	near smtp_passcode
34	near smtp_password
36	near smtp_пароль
40	near smtp_비밀번호
32	near smtppasswd
41	near smtppassword
-52	near snapshot
70	near snmp
-86	near so
-24	near socket
-40	near solid
83	near some
-101	near something
-42	near sorted
-90	near source
-49	near sources
-46	near space
-106	near span
-42	near spawn
-74	near spawned
-47	near spec
-75	near specific
-45	near specification
-47	near specified
-36	near specifies
-33	near specify
-60	near specs
-74	near spf13
-44	near split
-80	near spring
-62	near sprintf
15	near sql
-67	near sqlite
-69	near src
51	near srv
87	near srv01
16	near ssh-pass
64	near ssh_api_key
32	near ssh_password
26	near sshpass
26	near ssl
-56	near ssw0rd
-34	near st
-39	near stable
-63	near stack
19	near stage
60	near staging
-45	near stale
-50	near standard
-45	near starlight
-89	near start
-111	near started
-61	near started_at
-41	near startedat
-64	near starting
-28	near starts
-38	near startswith
-30	near starttime
-50	near stat
-102	near state
-31	near statement
10	near static
-57	near stats
-34	near status
-98	near std
-30	near stderr
-56	near stdin
-73	near stdout
-80	near step
-40	near steps
-96	near stop
-74	near storage
19	near store
-68	near stored
38	near storepassword
-30	near stores
19	near str
-68	near strategy
35	near stream
-39	near streaming
-44	near string'
-68	near stringify
-64	near strings
-93	near struct
-58	near structure
-30	near structured
-37	near stub
-62	near style
-37	near sub
-72	near subagent
-147	near subagent_tokens
-72	near subject
-49	near subscription
-56	near success
-74	near such
-49	near sudo
-55	near suffix
-48	near suite
-20	near sum
-79	near summary
-11	near support
-39	near supported
-58	near supports
77	near sv
195	near svc_app
102	near svc_app'
-58	near svg
-65	near sync
64	near sys
-26	near syscall
92	near system
-78	near t00
-51	near t04
-18	near t1
-131	near t10
-55	near t12
-121	near t15
-52	near t16
-31	near t18
43	near tab
-69	near table
-43	near tables
-103	near tag
-65	near tags
-47	near take
-25	near takes
-89	near tar
71	near target
-57	near targets
-64	near task
-129	near task-id
-82	near taskid
-101	near tasks
-122	near tcp
-13	near team
-27	near technical
-51	near tempdir
-84	near template
-61	near templates
49	near temporary
-71	near term
-66	near terminal
-22	near testdata
170	near tester
56	near tester'
-43	near testing
-170	near tests
31	near text
-18	near text-center
-49	near text-sm
-66	near text-xs
-38	near textcontent
-23	near th
-45	near than
-98	near that
-20	near that's
-68	near their
-53	near them
-84	near theme
-98	near then
-46	near there
-32	near these
-73	near they
-37	near they're
-27	near third
-94	near this
-40	near those
-148	near three
-47	near threshold
-88	near through
-21	near throw
-42	near throws
-63	near time
-52	near timeout
-118	near timestamp
-93	near title
-98	near tls
-97	near tmp
-53	near tmpdir
-15	near to
20	near tobe
-42	near tocontain
-86	near todo
51	near token'
-61	near token's
-54	near tokenize
-19	near tokenresponse
-76	near tokens
-90	near tokenusage
-25	near tokyo
-46	near toml
-27	near too
127	near tool
-97	near tool-use-id
-118	near tool_uses
-26	near tools
-69	near toor
-57	near top
-35	near top-level
20	near tornado
-36	near tostring
-58	near total
-103	near total_tokens
-47	near totaltokens
-19	near tothrow
-16	near totp
-44	near trace
-66	near tracked
-50	near tracking
-29	near trailing
-97	near transcript
-30	near transform
-46	near transition
-40	near transport
-82	near tree
-32	near tried
-56	near trigger
-41	near triggers
-41	near trim
-42	near trimmed
-58	near true
-19	near trumpet
-41	near truncated
-53	near trust
28	near try
-127	near ts
-110	near tsx
-44	near ttl
-32	near tui
-99	near two
55	near txt
-24	near type
-52	near typed
-74	near typeof
-64	near types
-21	near typescript
61	near typetext
-22	near u1
-62	near ubuntu
-63	near ui
-67	near uid
-41	near uint32
-20	near unchanged
48	near und
-37	near undefined
-41	near undefined'
-73	near under
-29	near unexpected
-67	near unique
-34	near unit
-56	near unix
-74	near unknown
-22	near unless
57	near unlock-keychain
38	near unprotect
-40	near unrelated
-67	near until
-67	near unused
33	near unzip
-55	near up
-54	near update
-108	near updated
-69	near updated_at
-60	near updatedat
-84	near updates
-73	near upgrade
-45	near upload
-48	near uppercase
-55	near upstream
-107	near uri
-31	near urls
-176	near usage
106	near use
-93	near used
-21	near useeffect
-55	near user
-40	near user'
-66	near user's
-31	near user-agent
21	near user-password
57	near user_contraseña
-64	near user_id
39	near user_secret
16	near user_пароль
52	near userid
-162	near username
-69	near username'
-61	near userpass
53	near userpassword
-126	near users
46	near usersecret
-105	near uses
-65	near usr
-47	near utc
-46	near utf-8
70	near utf8
-61	near uuid
-97	near v
-67	near v0
-72	near v1
26	near v2
21	near v3
-82	near v4
-59	near v7
71	near val
-111	near valid
-19	near validate
-26	near validation
-31	near validationerror
126	near value
-28	near valueerror
-52	near var
-78	near variable
32	near variables
-55	near vars
72	near vault
14	near vault_hasło
41	near vault_key
-31	near vault_passcode
14	near vault_passphrase
29	near vaultパスワード
-41	near vercel
-90	near verification
-75	near verified
-23	near verifies
18	near verify
-73	near version
-13	near versions
-25	near vi
-131	near via
-88	near view
56	near viewer
-23	near vm
-43	near void
-17	near volumes
-68	near vpn
-52	near vs
-24	near w
-31	near w-full
89	near wachtwoord
51	near wachtwoord'
-41	near wait
-29	near waiting
20	near wallet
-82	near want
-40	near wanted
-40	near warm
-45	near warn
-40	near warning
102	near was
-98	near watch
-46	near way
-68	near we
-64	near web
-52	near webauthn
-37	near webhook
-93	near webhooks
-16	near websocket
-29	near were
-38	near wg
-86	near what
-144	near when
-143	near where
-26	near whether
-41	near which
-51	near while
-21	near whole
-53	near whose
-51	near why
-79	near width
87	near wifi
35	near wifi-wachtwoord
18	near wifi_credential
20	near wifi_heslo
11	near wifi_lösenord
39	near wifi_passwd
45	near wifi_password
17	near wifi_passwort
38	near wifi_pin
13	near wifi_senha
40	near wifimot_de_passe
39	near wifipsk
-65	near wiki
-50	near will
-53	near window
-61	near windows
-53	near wire
-37	near wired
14	near wireless
-16	near wiring
-48	near within
-67	near without
30	near withpassword
-45	near work
-13	near worker
-51	near workflow
-73	near working
-30	near works
-160	near workspace
-57	near would
13	near wpa_passphrase
-20	near wrap
-17	near wrapped
-25	near wrapper
-52	near write
-59	near writefile
-50	near writer
-29	near writes
-40	near written
-36	near wrong
-16	near ws
43	near wss
136	near x
53	near x'
72	near x-api-key
26	near x-auth-token
-61	near x00
-50	near x01
-22	near x02
-42	near x03
-24	near x04
-32	near x09
-30	near x0a
-42	near x0d
-40	near x0e
-40	near x12
-18	near x1f
-59	near x509
-49	near x64
-41	near x86_64
-113	near xfreerdp
-31	near xml
97	near y
-88	near yaml
-70	near yellow
33	near yes
-40	near yet
28	near yml
-80	near you
-43	near your
153	near z
-65	near zaq12wsx
-63	near zero
59	near zip
-46	near ·
75	near är
88	near è
89	near é
36	near ösenord
73	near şifre
49	near базы
55	near от
94	near пароль
-11	near пароль'
77	near сервера
42	near المرور
110	near –
-16	near —
119	near ›
-37	near ←
-38	near →
-83	near │
-67	near └──
-27	near ├──
-25	near ✅
-63	near ✓
56	near パスワード
83	near パスワードは
35	near パスワードは「
87	near 密码
25	near 密码'
67	near 数据库密码是
107	near 비밀번호
63	near 비밀번호는
42	next a
-27	next a-z0-9
-74	next aaa111
-57	next abc123
-37	next ac
-51	next accept
-27	next accepts
-72	next access
-61	next access_token
-17	next accesskeyid
-47	next account
-95	next across
-26	next action
-79	next actions
-55	next activate
-59	next active
-41	next actual
-36	next add
-112	next added
106	next address
-50	next adds
42	next admin
67	next aes
-42	next after
-57	next against
-117	next agent
-64	next agents
-37	next alert
71	next alg
73	next algorithm
51	next alias
-47	next alice
-42	next align
-21	next aligned
-126	next all
-51	next allow
-45	next allows
-43	next alongside
-35	next alpine
-114	next already
-46	next also
-78	next alt
-39	next always
-55	next amp
-56	next analyze
98	next and
-85	next animate-pulse
-78	next ansible_password
-12	next ansible_user
-59	next any
-33	next api
32	next apikey
42	next app
-58	next append
-55	next application
-52	next apply
-27	next approach
-83	next apps
-34	next appuser
-37	next architecture
-44	next archive
-78	next are
-69	next args
36	next argument
-43	next arm64
-41	next around
-58	next array
-21	next art
-75	next artifact
-63	next artifacts
124	next as
-29	next ascii
-68	next asdf1234
-18	next asked
137	next asplaintext
-41	next assert
-39	next assertion
-74	next async
122	next at
-47	next attribute
-41	next attributes
-55	next audit
-45	next auth
-81	next authentication
38	next authenticationdatabase
-41	next authorization
-95	next available
-40	next average
-91	next await
-28	next aws
-93	next aws_secret_access_key
-67	next b
-55	next back
-58	next backend
-55	next backends
-35	next background
82	next backup
-49	next base
-52	next base64
-20	next baseline
91	next basic
-50	next batch
-98	next bcrypt
-77	next be
-36	next bearer
-53	next because
-54	next become
-47	next becomes
-69	next before
-66	next begin
-62	next behavior
-44	next being
-43	next below
-23	next best
-31	next between
-36	next beyond
-28	next binary
-51	next bind
-112	next blank
-73	next blob
-33	next block
-74	next blocks
-55	next bob
-17	next body
-95	next bool
-86	next boolean
-19	next bootstrap
-50	next border
-57	next bot
-67	next both
-54	next br
-83	next branch
-37	next broken
-52	next bucket
-28	next buf
-44	next buffer
-31	next bug
-73	next build
-67	next builds
-36	next bump
-12	next bun
-43	next but
-61	next button
-54	next buttons
-27	next bypasses
-40	next byte
-69	next bytes
82	next c
-42	next ca
-38	next cache
-83	next call
-60	next callback
-28	next called
-45	next calls
-58	next can
-39	next cancel
-22	next candidate
-66	next cannot
-33	next cap
-40	next carried
-62	next cascade
-32	next case
-54	next category
58	next cert
-34	next cfg
-41	next chain
23	next change
-46	next changed
-74	next changes
-32	next characters
-51	next charset
-29	next chat
-70	next check
-19	next checking
-69	next checks
58	next chpasswd
-76	next ci
-66	next cid
-77	next claims
-87	next class
-64	next classname
-80	next claude
-55	next clean
-65	next cleanup
-71	next clear
-18	next clears
-221	next cli
34	next click
26	next client
-27	next clients
-39	next clock
-37	next clone
17	next cmd
-37	next cobra
-73	next code
-64	next codex
-25	next collapses
-31	next color
-60	next column
-40	next columns
-79	next com
-106	next command
-57	next commands
272	next comment
-46	next comments
-68	next commit
-37	next commits
-47	next common
-70	next community
-34	next compare
-33	next compatibility
-72	next complete
-64	next completed
-45	next completes
-53	next completion
-70	next component
-76	next components
-55	next compose
-40	next comprehensive
-79	next configuration
-33	next configurations
-53	next configured
-19	next confirm
-54	next confirmed
-76	next connect
-79	next connection
-43	next connections
33	next console
-51	next constant
-37	next constants
-52	next container
-57	next contains
-45	next content
-61	next contents
-68	next context
-60	next continue
-52	next contract
62	next control
-49	next conversion
115	next convertto-securestring
-105	next cookie
-42	next cookies
-61	next copilot
-66	next copy
-85	next core
-130	next corp
-28	next correct
-64	next correctly
-56	next could
-73	next count
-60	next counter
-36	next counts
-44	next coverage
-28	next covers
-62	next cpu
-61	next create
-74	next created
-29	next created_at
-54	next createdat
-68	next creates
-47	next creating
-44	next creation
-62	next credential
-37	next credentials
-31	next critical
-86	next crypto
105	next cryptsetup
-42	next ctx
-61	next current
-51	next currently
-40	next cursor
-53	next custom
-47	next d
-27	next dark
-57	next dashboard
-94	next data
-105	next date
73	next db
-169	next db_pw
-85	next dbname
-75	next debug
-50	next decision
-54	next decode
-34	next decoding
-69	next decrypted
-50	next defaults
-39	next defines
-66	next delete
-44	next dependency
-64	next depends
-86	next deploy
-53	next deployment
-61	next derived
-27	next derives
174	next description
-61	next design
-54	next desktop
-23	next detail
-40	next detected
-126	next dev
-16	next developer
-44	next development
-54	next device
-34	next different
-38	next digest
-58	next dir
-40	next direct
-48	next directly
150	next directory
-58	next disable
-10	next disabled
-39	next dispatch
-11	next display
15	next dist
-27	next div
78	next do
-41	next doc
82	next docker
-54	next docs
-74	next document
-49	next documentation
-38	next documented
-37	next documents
-72	next does
31	next doesn
-56	next domain
-69	next don
-88	next download
-28	next drift
-15	next drive
-48	next duplicate
-48	next duration
-127	next duration_ms
-49	next during
-33	next dynamic
-30	next e
-40	next e2e
-50	next each
28	next echo
-87	next ed25519
-35	next edit
-41	next element
-82	next else
-58	next email
-36	next embedded
-62	next empty
-54	next enable
-36	next enabled
52	next encode
-39	next encodeuricomponent
-37	next encrypted
66	next encryption
-78	next end
-94	next endpoint
-41	next endpoints
-23	next ensure
34	next enter
-87	next entire
-47	next entirely
-41	next entity
-60	next entries
12	next entry
-51	next enum
-40	next env
-101	next envelope
-46	next environment
47	next equals
-79	next err
-88	next error
-70	next errors
-69	next es
-58	next etc
-20	next even
-39	next event
-54	next events
-30	next every
-91	next evidence
-15	next exact
-52	next exactly
-104	next example
-49	next examples
-72	next exception
-52	next exec
-51	next exist
-69	next existing
-61	next exists
-41	next exit
-21	next expect
-55	next expected
-37	next expiresat
-17	next expiry
-48	next explain
-19	next explicitly
-55	next export
-48	next exports
-13	next exposes
-41	next expression
-40	next extends
-57	next extension
-46	next external
-39	next extract
93	next f
-14	next fail
-114	next failed
-107	next fails
-47	next failure
-27	next fall
-60	next fallback
-33	next falls
-86	next false
-43	next fast
72	next fastlane
-87	next feat
-45	next feature
-32	next features
-54	next fetch
-31	next fg
-79	next field
-54	next fields
-89	next file
-28	next filename
-80	next filepath
-122	next files
-31	next fill
-56	next filter
-55	next final
-43	next find
-40	next finding
-63	next first
-91	next fix
-42	next fixed
-43	next fixes
-17	next fixture
-55	next fixtures
-74	next flag
-52	next flags
-35	next flex
-63	next float64
-79	next flow
-79	next fmt
-59	next focus
-76	next folder
-51	next foo
64	next for
28	next force
50	next forever
-59	next form
-74	next format
-69	next found
-45	next fp
33	next free
-66	next from
-86	next from-literal
-34	next frontend
12	next ftp
70	next full
-50	next fully
-75	next func
-112	next function
-33	next functions
-38	next g
-78	next gate
-44	next gateway
59	next gen_salt
-52	next generate
-39	next generates
-19	next get
102	next getme
-62	next gets
-40	next git
-47	next global
-157	next gmail
-37	next go
-42	next golangci-lint
-61	next google
-68	next got
-38	next grace
-17	next grant
-28	next grep
-21	next group
-32	next groups
-103	next gt
-47	next guard
-81	next guest
32	next h
-27	next had
-18	next handler
-25	next handles
-26	next handling
-37	next hardcoded
-55	next has
-40	next hashes
-51	next have
-28	next head
-46	next header
-63	next headers
-33	next heads
-51	next health
-39	next help
-79	next helper
-44	next helpers
-18	next here
-77	next hex
-37	next hidden
-26	next hide
-34	next high
-33	next history
-66	next holds
-113	next home
-71	next hook
-32	next hooks
-15	next host
-53	next hosts
-54	next hover
-48	next how
-46	next href
-64	next html
-80	next htpasswd
70	next http
119	next https
-44	next hunter2
-99	next i
-96	next id
-143	next identified
-39	next identifier
-83	next identity
-30	next idtoken
-120	next if
-31	next ignored
-30	next image
-99	next img
-50	next implement
-60	next implementation
-44	next implemented
-54	next implements
-28	next import
-32	next imported
-18	next in
-49	next include
-58	next includes
-37	next including
-61	next increase
-67	next index
-38	next indicates
-87	next info
-20	next init
33	next initial
-37	next inline
-85	next input
-64	next inside
-32	next install
-46	next installed
-100	next instance
-85	next instead
-79	next int
-47	next int32
-42	next int64
-35	next integer
-74	next integration
-69	next interface
-56	next internal
27	next into
-37	next invalid
-51	next io
11	next ip
77	next is
-42	next isn
-54	next iss
-62	next issue
25	next issuer
-26	next issues
-12	next it
-64	next item
-15	next items
-39	next items-center
-44	next its
-40	next itself
46	next iv
-64	next j
40	next jar
-26	next job
-47	next jobs
-45	next join
-44	next js
-110	next json
-78	next jsonl
-39	next just
-31	next jwks
-45	next jwt
-138	next k
-19	next keep
58	next keepassxc-cli
-52	next keeps
-54	next kept
-71	next key
-72	next keys
-44	next keyword
-60	next kind
50	next l
-43	next label
-14	next language
-50	next last
-55	next latest
44	next ldap
-35	next left
-35	next legacy
-76	next len
-65	next length
-43	next let
-53	next letmein1
-70	next level
-58	next lib
-52	next library
-15	next license
-61	next lifecycle
-63	next like
-66	next limit
-75	next line
-20	next line-length
-33	next linear
-53	next lines
-81	next link
-34	next linked
-61	next lint
-25	next linux
-34	next list
-58	next listener
-37	next live
-24	next load
18	next loaded
-50	next loads
-42	next local
46	next localhost
-19	next location
-42	next lock
-54	next logged
-74	next logging
-45	next logic
25	next login
-62	next logout
-67	next logs
-59	next look
-34	next lookup
-30	next loop
-56	next low
20	next ls
-43	next lt
-32	next m
-36	next macos
-95	next made
80	next mail
-59	next main
-44	next make
-62	next manage
-19	next managed
-67	next management
-43	next manifest
-56	next manual
-52	next map
-31	next mapped
-56	next margin
-53	next marked
15	next master
-43	next match
-55	next matched
-29	next matches
-34	next matching
-53	next math
-27	next max
-33	next may
-58	next mcp
-20	next md
-47	next me
-39	next means
-48	next members
-41	next memory
-47	next merged
-77	next message
-96	next messages
-76	next meta
-73	next metadata
-44	next method
-22	next methods
-17	next metrics
-50	next michael
10	next migrate
-34	next migration
-26	next min
-42	next mismatch
-60	next missing
-104	next mit
-77	next mobile
-65	next mock
-73	next mod
-47	next mode
-83	next model
-91	next models
-41	next modified
-47	next module
-29	next monitoring
-49	next mono
-37	next more
-49	next move
-57	next moved
21	next msg
-30	next multiple
-89	next must
-49	next my
-57	next mysql
-38	next n
-82	next name
-35	next names
-50	next namespace
-40	next native
-33	next need
-33	next needed
-41	next needs
-41	next nested
-59	next network
-58	next never
-109	next new
-105	next newpassword
-57	next next
19	next nfs
-74	next nick
-99	next nil
-118	next no
-42	next node
-101	next none
-55	next normalized
-56	next not
-97	next now
27	next npm
-139	next null
-124	next number
13	next o
-91	next oauth
-117	next object
-42	next objects
-110	next of
-36	next off
-59	next offset
258	next ok
39	next old
-32	next omitempty
-38	next once
-103	next one
-113	next only
-22	next op
-41	next open
-61	next opens
-49	next operation
-68	next operations
-46	next opt
-62	next option
-50	next optional
-77	next options
-66	next opts
-38	next opus
-76	next or
76	next orcl
-35	next org
-23	next original
13	next os
-33	next other
-40	next otherwise
-79	next our
80	next out
46	next outfile
23	next output
-65	next output-file
-60	next over
-14	next override
-57	next own
13	next owner
-18	next owns
-153	next p
-77	next package
-64	next packages
-60	next page
-30	next pair
-40	next panel
22	next param
-58	next parameter
-82	next parameters
-68	next params
-30	next parent
-37	next parse
-67	next parsed
-40	next parser
-52	next parsing
-40	next part
-34	next partial
-93	next pass
-95	next passed
-123	next passes
25	next passphrase
17	next passwd
-70	next password
50	next passwort
-59	next path
-50	next paths
-57	next pattern
-35	next patterns
-87	next payload
-50	next pem
-46	next pending
-44	next per
38	next permanent
-36	next permission
65	next persistence
-32	next pflag
48	next pg_dump
-100	next phase
-49	next phases
-67	next pi
-48	next pid
-13	next pin
90	next ping
-25	next pipeline
-38	next pkg
-14	next placeholder
-26	next plain
-33	next plan
-33	next plans
-33	next platform
104	next please
-26	next plugin
-29	next plugins
-58	next plus
-35	next png
-49	next point
-42	next policy
-17	next pool
-60	next position
-16	next post
-56	next postgres
-60	next pr
43	next prefix
-45	next present
-40	next prevent
-35	next prevents
-42	next preview
-57	next primary
56	next print
56	next priv
-89	next private
-37	next process
28	next prod
66	next prod-db
-47	next production
-47	next profile
-119	next project
-107	next projectid
-187	next projects
-66	next prometheus
-61	next prompt
-48	next prompts
-21	next proof
-34	next proper
-25	next property
-67	next protocol
-50	next provider
77	next providers
50	next psql
-97	next public
-71	next publickey
-41	next publishes
-28	next push
13	next put
15	next pw
-113	next pwd
-28	next px
-21	next python
39	next q
-54	next q2w3e4r
-53	next qaz2wsx
-24	next quality
-45	next query
-57	next querykey
-32	next queue
-64	next qwerty123
-119	next r
-51	next r2
-57	next race
-31	next random
-43	next range
-31	next rate
-39	next rather
24	next raw
-36	next react
-28	next react-query
-37	next read
-26	next reading
-68	next readme
-53	next reads
-32	next ready
-43	next real
81	next realm
-53	next reason
-15	next received
-72	next record
-67	next records
-52	next recovery
-49	next redacted
-43	next redirects
57	next redis
-37	next ref
-57	next refactor
-31	next reference
-20	next referenced
-92	next references
-74	next refresh
-40	next refresh_token
-29	next refreshtoken
-47	next regex
-20	next region
-49	next register
-56	next registration
-19	next registry
-52	next rejects
-62	next release
-41	next releases
-23	next rem
-58	next remaining
-53	next remote
-96	next remove
-99	next removed
-42	next rename
-46	next renamed
-25	next render
-65	next renders
-46	next replaced
-27	next replaces
-76	next repo
-38	next report
-45	next reports
-48	next req
-81	next request
-70	next requests
33	next require
-38	next required
-44	next requirements
-64	next requires
-46	next res
75	next resave
-35	next research
-72	next reset
-48	next resolve
-57	next resolved
-41	next resolver
-33	next resolves
-22	next resources
-65	next resp
-92	next response
-13	next responses
-50	next restricted
-66	next result
-49	next results
-57	next resume
-23	next retention
-26	next retry
24	next return
-41	next returned
-72	next returns
-53	next reuse
-101	next review
-53	next revoked
-58	next rewrite
-85	next role
25	next root
-80	next rotation
-45	next round-trip
-79	next route
-17	next router
-44	next routes
-69	next row
-54	next rows
-75	next rsa
-18	next rule
-56	next run
51	next runas
-59	next runs
-38	next runtime
-60	next s
-61	next salt
-61	next same
-90	next sample
-42	next sandbox
-61	next save
-13	next saved
-38	next sb
-25	next scenario
-53	next schema
-30	next schemas
-53	next scope
-46	next screen
-38	next script
-44	next scripts
-43	next sdk
-54	next sealed
-49	next search
-49	next second
-40	next secret
-11	next secret-string
-23	next secrets
-63	next section
-37	next secure
-91	next security
-58	next see
-52	next seed
-45	next seeded
26	next select
-96	next self
-26	next semantics
47	next senha
-36	next sent
-13	next server
-26	next service
-34	next services
-97	next session
-57	next session_id
-72	next sessionid
-33	next sessionids
-66	next sessions
-50	next set
-56	next sets
-28	next setting
-68	next settings
-28	next setup
18	next sftp
-75	next sha
-40	next sha256
-55	next shadow
-62	next share
40	next shared
33	next shares
-46	next shell
106	next shop
-88	next should
-76	next show
-37	next shows
-13	next sid
-47	next sign
-29	next signal
-43	next signature
-19	next signed
-58	next signing
-33	next silently
-62	next simple
-63	next since
-38	next single
-39	next size
-46	next sizes
-58	next skill
-21	next skills
-36	next skip
-17	next skipped
-62	next slug
-55	next small
46	next smtp
-121	next so
-65	next some
-91	next source
-89	next span
-36	next spec
-71	next split
-34	next sql
-93	next src
-36	next srv
41	next srv01
-28	next stable
-48	next stack
-60	next stage
-39	next standard
-75	next start
-33	next started
-35	next startswith
-21	next starttime
-80	next state
-82	next static
-67	next stats
-71	next stays
-23	next stderr
-104	next stdout
-56	next step
-42	next steps
-46	next still
-40	next stop
-14	next storage
-66	next store
-30	next stored
-17	next stores
-85	next str
-97	next strategy
-32	next strict
76	next string
-48	next strings
-107	next struct
-51	next structure
-24	next stub
-39	next style
20	next su
-50	next sub
-78	next subagent
-147	next subagent_tokens
-24	next subscription
-88	next succeeded
-42	next success
-50	next such
25	next sudo
-45	next suffix
-72	next summary
-45	next superman
-73	next support
-33	next svc_app
-46	next svg
-29	next swift
-28	next switch
-64	next sync
-47	next syntax
-53	next system
41	next systems
-17	next t
-75	next table
46	next tables
-44	next tag
-79	next tags
-46	next takes
-87	next target
-41	next targets
-97	next task
-129	next task-id
-56	next taskid
-32	next tasks
58	next tcp
35	next td
-19	next team
-41	next template
-42	next templates
-36	next tenantid
-120	next test
-42	next testing
-119	next tests
-90	next text
-78	next than
-88	next that
-34	next the
-45	next their
-54	next them
21	next theme
-101	next then
79	next there
-53	next they
-106	next this
-41	next three
-50	next threshold
-49	next through
-27	next throughout
56	next throw
-59	next throws
-110	next time
-50	next timeout
-53	next timestamp
-89	next title
-48	next tls
-59	next tmp
16	next to
38	next to_string
-82	next tobe
-41	next tobeundefined
126	next tochararray
22	next todo
-30	next token
-84	next tokens
-63	next tokenusage
-47	next tokyo
-36	next toml
-72	next too
110	next tool
-97	next tool-use-id
-27	next tools
-58	next topic
-43	next tornado
-72	next total
-50	next tracked
-56	next tracking
-13	next tracks
-38	next transcript
-51	next translate
-64	next tree
-72	next trial
-46	next trigger
-12	next trim
-125	next true
-60	next try
-41	next ts
-48	next tt
-50	next ttl
-43	next tui
-58	next two
-33	next txt
-28	next type
-103	next typeof
-54	next types
20	next u
-36	next u2
-45	next u8
-36	next udp
-23	next ui
41	next uid
-34	next uint8
-21	next unable
-34	next unchanged
-53	next undefined
-68	next under
-54	next union
-45	next unique
-62	next unknown
-46	next until
-56	next up
29	next update
-89	next updated
-46	next updated_at
-46	next upgrade
-28	next upload
-21	next uri
-62	next url
-58	next urls
-36	next usage
-51	next use
-48	next used
-23	next user
-45	next userid
-88	next username
-152	next users
-84	next uses
-57	next using
-17	next utc
-69	next utf8
-41	next utility
-19	next utils
-63	next uuid
-107	next v
-23	next v0
-94	next v1
-76	next v2
-30	next v3
-56	next v4
-48	next v7
-66	next v9
-72	next val
-16	next valid
-66	next validate
-38	next validated
-69	next validation
-93	next value
-73	next valueerror
-84	next values
-74	next var
-62	next variable
216	next verbose
33	next vercel
-51	next verification
-34	next verified
-45	next verifies
-82	next verify
-67	next version
-108	next via
-22	next view
-55	next void
-123	next vpn
-49	next vs
-84	next w
-17	next w-full
-66	next waiting
-11	next want
-13	next warning
-41	next warnings
-82	next was
-55	next we
-73	next web
-53	next webhook
-19	next webhooks
-53	next welcome123
-45	next were
-75	next what
-90	next when
20	next where
-93	next which
-26	next while
-27	next whose
-24	next width
56	next wifi
-46	next will
-73	next window
-65	next windows
-74	next wire
-19	next wired
-111	next with
-59	next within
-105	next without
-51	next work
-175	next worker
-47	next workflows
69	next works
-60	next workspace
-60	next would
41	next wrangler
-36	next wrapping
-20	next write
-19	next writes
-38	next wrote
41	next wsse
106	next x
-16	next x00
-22	next x01
-17	next x02
-13	next x04
-45	next x0f
-14	next x15
-30	next x509
-16	next x64
-98	next y
-42	next yaml
-47	next yes
-26	next you
-83	next your
-72	next z
-54	next zaq12wsx
-53	next zero
95	option
38	option --admin-password
62	option --apikey
-70	option --filter
-53	option --name
73	option --passphrase
76	option --password
73	option --pw
106	option --token
-83	option --username
76	option --value
61	option -a
-60	option -b
59	option -c
-101	option -e
16	option -h
-41	option -i
-25	option -jar
123	option -k
70	option -keypass
-47	option -m
44	option -n
149	option -p
49	option -password
110	option -pw
48	option -pwd
-60	option -q
32	option -s
91	option -storepass
72	option -string
-20	option -v
90	option -w
53	option -x
-39	p 
82	p != "
144	p "
60	p "w@
94	p '
45	p (
-28	p (#
30	p (w 
42	p (w '
-59	p (w 'n' -
-41	p (w 'w' -
59	p (w -w "
-42	p (w w 
50	p - 
-99	p --
-78	p --w 
89	p -> 
-100	p -w 
43	p -w '
-63	p -w 'w' w 
-78	p -w /
-79	p -w /w/
-46	p -w w 
30	p -w w -w 
-21	p -w w=
75	p / 
83	p := 
53	p := "
77	p := \`
107	p <- 
59	p <<< "
49	p = 
165	p = "
63	p = "w%
28	p = "w@
112	p = '
-49	p = 'w' --
65	p = w"
25	p = w'
98	p == "
85	p === '
92	p => 
75	p => "
112	p => '
94	p >> 
53	p ?? "
75	p [
49	p [ "
-75	p above
87	p above asks
-48	p after 0
161	p after 1
156	p after 2
-70	p after 3
246	p before 0
170	p before 1
-28	p before 2
-37	p before 3
-112	p before 4
61	p n 
-100	p n --
-33	p n w 
-63	p n w w 
-38	p nw w 
41	p nw%
10	p w 
116	p w "
-39	p w '
-94	p w 'w'@'
-22	p w (
-105	p w -
-95	p w --
-74	p w --w 
-53	p w -w 
-32	p w \`
-71	p w n --
-91	p w n w 
41	p w w 
-57	p w w (
-89	p w w --
-51	p w w \`
49	p w w w 
133	p w w w w 
52	p w w w w w 
38	p w w w: 
57	p w w%
39	p w w&
-73	p w w, 
35	p w w.w w 
-22	p w w/
98	p w w: 
21	p w w@
59	p w%
17	p w&
-50	p w, 
-71	p w, w 
-63	p w, w w 
21	p w.w 
-48	p w=
-105	p w="
61	p w@
-55	p w@w 
66	p {"
-12	p | 
50	p || '
103	p ~> "
41	p" "
89	p" : "
70	p" w="
45	p" w="w" w="
-94	p").
120	p").w("
-57	p").w("w" --
-62	p", 
101	p", "
-64	p", "w" w 
63	p", "w": "
85	p", ["
90	p", w("
-61	p", w("w" --
60	p", w: "
101	p", w="
106	p": "
92	p":"
38	p">
-43	p">w</
82	p"] = "
50	p' => '
52	p' w='
72	p').w('
102	p', '
127	p': '
-53	p': 'w' --
98	p'] = '
-54	p'] = 'w' --
-53	p(
94	p("
86	p('
-109	p([]
60	p([]w("
74	p(w w("
45	p(w"
-66	p(w"w" w 
-39	p)).
-69	p).
52	p).w("
-100	p, 
58	p, "
90	p, '
-16	p, n 
-43	p, w 
-54	p, w w 
-75	p, w w w 
-41	p, w, 
-67	p-w 
-81	p.
-59	p. 
-62	p. w 
-44	p. w w 
56	p.w("
-59	p/
-32	p/w 
107	p:
131	p: 
128	p: "
37	p: "w@
153	p: '
57	p: 'w%
30	p: 'w@
86	p: ["
78	p: \`
37	p: nw@
-48	p: w 
96	p: w = "
-16	p: w w w 
54	p: w%
25	p: w&
69	p: w("
-56	p: w, 
-27	p: w, w: 
43	p: w@
38	p:="
-75	p:w 
-55	p; w 
84	p</w><w>
172	p=
94	p="
39	p="""
55	p="w%
110	p='
-69	p='w' 
-65	p='w' w://
93	p=> 
79	p=>"
84	p=["
-83	p=n 
-51	p=n --
-37	p=n w=
-120	p=w 
-86	p=w --
-101	p=w -w 
-70	p=w w 
-70	p=w w://
-63	p=w w=
78	p=w%
69	p=w&
46	p=w?
67	p=w@
128	p>
87	p> 
31	p><w>
56	p? 
-64	p\` 
65	pw
-41	pw 
10	pw (
22	pw / 
30	pw := 
-51	pw = 
63	pw = '
42	pw => 
20	pw >> 
-51	pw \`w\` w \`
23	pw n 
-32	pw w 
-71	pw w \`
-85	pw w w 
-51	pw w w \`
-19	pw w w w 
-35	pw w w w w 
32	pw" w="
-50	pw").
55	pw").w("
-14	pw", w="
-23	pw": "
33	pw">
-27	pw">w</
-12	pw', '
-40	pw(
-63	pw("
86	pw("w", "
60	pw('
-29	pw).
-52	pw, 
-24	pw, w 
-47	pw, w w 
-40	pw. w 
-37	pw.w(
98	pw.w("
13	pw: 
-35	pw: \`
80	pw=
24	pw>
43	pw> 
44	pw? 
-11	runs 1
-15	runs 2
23	runs 3
25	runs 5
25	runs 6
57	second string
-11	signs 
-160	signs  
-124	signs   
92	signs !
11	signs !!
32	signs !#
36	signs !$
22	signs !%
39	signs !&
76	signs !*
48	signs !+
-37	signs !?
27	signs !@
61	signs !^
78	signs #
46	signs #!
31	signs ##
46	signs #$
73	signs #%
49	signs #&
22	signs #*
52	signs #+
64	signs #@
54	signs #^
126	signs $
45	signs $!
50	signs $#
19	signs $$
47	signs $%
15	signs $&
63	signs $*
39	signs $+
45	signs $@
47	signs $^
163	signs %
66	signs %!
77	signs %#
39	signs %$
58	signs %%
50	signs %&
49	signs %*
47	signs %+
13	signs %@
35	signs %^
30	signs &
40	signs &!
-86	signs &#
14	signs &$
42	signs &%
36	signs &*
41	signs &+
14	signs &@
73	signs &^
81	signs (
-201	signs ()
75	signs )
140	signs *
33	signs *!
47	signs *#
25	signs *$
74	signs *%
64	signs *&
-85	signs **
56	signs *@
52	signs *^
38	signs +
15	signs +!
43	signs +#
18	signs +$
80	signs +%
68	signs +&
25	signs +*
-43	signs ++
45	signs +@
62	signs +^
-61	signs ,
-28	signs , 
-82	signs ,,
-86	signs <>
133	signs ?
31	signs ?!
65	signs ?#
25	signs ?$
-51	signs ?&
28	signs ?*
-66	signs ??
41	signs ?^
66	signs @
35	signs @#
12	signs @$
79	signs @%
12	signs @&
46	signs @*
50	signs @+
14	signs @@
75	signs @^
55	signs [
-126	signs []
57	signs \\
13	signs \\*
21	signs \\+
-136	signs \\\\
63	signs ]
42	signs ^
43	signs ^!
44	signs ^#
-25	signs ^$
41	signs ^%
63	signs ^&
36	signs ^*
59	signs ^+
25	signs ^@
-19	signs ^\\
86	signs ^^
-182	signs many
62	signs {
-50	signs {}
-54	signs |
60	signs }
62	signs ~
34	signs ~*
15	signs ~+
-32	sk !/a/a
-16	sk !/a/a2
-53	sk !/a/…
-102	sk !A
-35	sk !C
-133	sk !a
-14	sk !a.C
-51	sk !a.C2CC
-15	sk !a.CC
-33	sk !a.C…
-55	sk !a.a
-35	sk !a.a.a
-40	sk !a.a2
-58	sk !a.a2C
-26	sk !a.aC
-50	sk !a.aCC
-54	sk !a.a…
-12	sk !a1.C.C
-14	sk !a1.C2C
-81	sk !a1.a
-34	sk !a1.aC
-53	sk !a1.…
-15	sk !a2.C
-30	sk !a2.a
-36	sk !a2.aC
-72	sk !a2C
-48	sk !a2CC
-34	sk !a2CCC
-86	sk !aC
-52	sk !aC.a
-42	sk !aC.a2C
-36	sk !aC.…
-72	sk !aC2
-48	sk !aC2C
-104	sk !aCC
-30	sk !aCC.a
-60	sk !aCCC
-30	sk !aCCCC
-49	sk !aCC…
-38	sk ", "
-58	sk "C a…
-33	sk %.01a1
-64	sk %02a1
-63	sk %A1-…
-43	sk (a)
-37	sk (a, …
-53	sk (a_a…
-66	sk 01-01a1-a1
-20	sk 01-02
-75	sk 01-0…
-104	sk 01-C
-74	sk 01-a
-37	sk 01.01.01
-40	sk 01.01.02
-26	sk 01.01.a1
-33	sk 01.01A1
-32	sk 01.01A2
-69	sk 01.01a
-58	sk 01.01a1
-32	sk 01.01a2
-57	sk 01.02
-78	sk 01.02.01
-82	sk 01.02a
-34	sk 01.02a1
-45	sk 01.02a2
-27	sk 01.03
-45	sk 01.03a
-42	sk 01.03a1
-150	sk 01.0…
-45	sk 01A
34	sk 01A-…
54	sk 01A0…
27	sk 01A1…
19	sk 01A2…
69	sk 01Aa…
-81	sk 01C
64	sk 01C0…
96	sk 01C2…
57	sk 01CA…
-15	sk 01CC…
-38	sk 01a
79	sk 01a01
82	sk 01a01a
43	sk 01a01a01
39	sk 01a01a01a
63	sk 01a01a01a1
51	sk 01a01a101
35	sk 01a01a101a1
11	sk 01a01a102
-13	sk 01a01a2
48	sk 01a01a201
39	sk 01a01a201a2
62	sk 01a02
-56	sk 01a02a1
68	sk 01a02a2
35	sk 01a03
37	sk 01a04
16	sk 01a0…
-90	sk 01a101A1
26	sk 01a101a
46	sk 01a101a01
66	sk 01a101a02
-99	sk 01a101a1
53	sk 01a101a101
-98	sk 01a101a101a1
28	sk 01a101a102
-45	sk 01a101a103
22	sk 01a101a203
-105	sk 01a102
21	sk 01a102a
-47	sk 01a102a1
-60	sk 01a102a2
60	sk 01a102a202
-92	sk 01a103
-49	sk 01a103a1
-45	sk 01a103a201
-102	sk 01a104
-21	sk 01a105
17	sk 01a1@a203
-57	sk 01a1A
-74	sk 01a1A101
-78	sk 01a1A2
40	sk 01a1C04
-56	sk 01a1…
-52	sk 01a2/01a2
-39	sk 01a201
15	sk 01a201a01
65	sk 01a201a1
-55	sk 01a201a101a2
50	sk 01a201a102
14	sk 01a201a2
21	sk 01a201a2%02
40	sk 01a201a201a1
-45	sk 01a202a201
-30	sk 01a203
44	sk 01a2@a202
101	sk 01aA…
31	sk 01aC
36	sk 01aC…
-48	sk 02*a.C
147	sk 02-02-04
-21	sk 02-03
-162	sk 02-a
-42	sk 02-a…
-42	sk 02.01
-52	sk 02.01.01
-54	sk 02.01a1
-54	sk 02.01a2
139	sk 02.02.04
-91	sk 02.03A1
-64	sk 02.05A1
-232	sk 02.0…
-17	sk 02/02
-67	sk 02/a
-84	sk 02:02
-100	sk 02:0…
-50	sk 02A
-59	sk 02A0…
76	sk 02A1…
48	sk 02A2…
-67	sk 02C
82	sk 02C2…
-58	sk 02a
54	sk 02a01
-41	sk 02a01a1
58	sk 02a01a2
-34	sk 02a0…
-49	sk 02a101
48	sk 02a101a
-59	sk 02a101a101
-41	sk 02a101a101a2
-57	sk 02a101a2
14	sk 02a101a201
13	sk 02a101a202
-36	sk 02a102a1
-16	sk 02a103
-45	sk 02a1…
-54	sk 02a2
-41	sk 02a201a101
29	sk 02a201a102
45	sk 02a201a2@02
-26	sk 02a202
56	sk 02a2…
-59	sk 03*a.C
-45	sk 03-03
-102	sk 03-a
-111	sk 03-a…
-20	sk 03.01a2
-101	sk 03.0…
-20	sk 03A1
16	sk 03A1…
11	sk 03A2…
64	sk 03a0…
-30	sk 03a1
-46	sk 03a101a101
-48	sk 03a102
-61	sk 03a103
-37	sk 03a2
-30	sk 03a201
-29	sk 03a2…
-72	sk 04
-49	sk 04#a-05
-59	sk 04-02-02
-72	sk 04-04
-141	sk 04-0…
-54	sk 04-a
-23	sk 04A2
58	sk 04a0…
-57	sk 04a103
-36	sk 04a105
-23	sk 04a2
56	sk 04a2…
46	sk 05
-84	sk 05+C
-126	sk 05+a
-36	sk 05+a-a
-44	sk 05+a…
52	sk 05@a
41	sk 05_a…
-32	sk 05a
35	sk 05a0…
-141	sk 05a1
-56	sk 05a101a1
-54	sk 05a102
-53	sk 05a1…
31	sk 05a2…
-96	sk @/a/…
35	sk @01a201a102
-75	sk @a-a
-52	sk @a-a/a
-94	sk @a-a…
-145	sk @a.a
-142	sk @a.a.a
-42	sk @a.a_a
-173	sk @a/a
-111	sk @a/a-a
-146	sk @a/a…
-42	sk @a02
37	sk @a101a102
-172	sk @a:a
-37	sk A * …
-55	sk A /a/a
-119	sk A /a…
-47	sk A A
-58	sk A A …
-62	sk A a
-57	sk A a a
-57	sk A a …
69	sk A!03
58	sk A!04
108	sk A#03
31	sk A#04
74	sk A$03
41	sk A$04
51	sk A%03
34	sk A%04
72	sk A&03
47	sk A&04
48	sk A(04
35	sk A)04
-36	sk A*
61	sk A*03
57	sk A*04
71	sk A+03
52	sk A+04
17	sk A,04
-57	sk A-
-106	sk A-01
-80	sk A-01.01
-26	sk A-01…
-171	sk A-02
-37	sk A-02…
36	sk A-03
-50	sk A-04
-85	sk A-A
-78	sk A-A03
74	sk A-A0…
29	sk A-A2…
-64	sk A-C
-64	sk A-a
-48	sk A-a1…
-28	sk A.*
151	sk A.03
88	sk A.04
-35	sk A.C
-61	sk A.a
-29	sk A.a2*
-68	sk A/01
-108	sk A/01.01
33	sk A/04
-37	sk A/A
-77	sk A/C
-39	sk A/a
-100	sk A01A
-85	sk A01A1
-15	sk A01A…
-18	sk A01C…
105	sk A01a…
-43	sk A02
50	sk A02a…
-44	sk A03A
138	sk A04
-58	sk A1 a…
-61	sk A1+03A1
-44	sk A1-A…
-66	sk A1-C-C
-14	sk A1-C…
-56	sk A1.03
-22	sk A101*
-36	sk A101-A101
-35	sk A101/A101
-45	sk A101A01
-82	sk A101C
99	sk A101…
20	sk A102…
-28	sk A103
-71	sk A103C
-49	sk A103CC
55	sk A103…
-86	sk A105
21	sk A1@a01a201
-45	sk A2 a…
-83	sk A2-01
-49	sk A2-03
-69	sk A2-04
-47	sk A201A
-54	sk A201A102
19	sk A201…
-46	sk A202
-38	sk A203
-40	sk A203A1
-16	sk A203…
-28	sk A204
-45	sk A205
63	sk A205…
-28	sk A2a
-12	sk A2a0…
42	sk A2a1…
-94	sk A2a202
31	sk A2a2…
48	sk A2aA…
-50	sk A2aC
-15	sk A2aC*
31	sk A2aC…
82	sk A?03
25	sk A?04
82	sk A@03
29	sk A@04
-107	sk A\\a
48	sk A]04
53	sk A^04
-34	sk A_
134	sk A_03
92	sk A_04
-74	sk A_A_*
-94	sk A_A_…
-53	sk A_a
-119	sk Aa
-92	sk Aa*
-66	sk Aa.CC
-41	sk Aa.a
60	sk Aa01…
-35	sk Aa1
30	sk Aa1%…
22	sk Aa1*…
51	sk Aa1.…
-79	sk Aa101
86	sk Aa10…
62	sk Aa1A…
79	sk Aa1C…
-12	sk Aa2
33	sk Aa2!…
35	sk Aa20…
43	sk Aa2A…
-48	sk Aa2C
53	sk Aa2C…
46	sk AaA2…
47	sk AaAa…
-100	sk AaC
-79	sk AaCC
-46	sk AaCCC
-74	sk AaCC…
11	sk A{04
23	sk A}04
-73	sk C
-43	sk C - …
-58	sk C 01
-46	sk C A a
-45	sk C A …
-109	sk C C
-45	sk C C C
-97	sk C C …
-15	sk C C2…
-22	sk C CA…
12	sk C CC…
-51	sk C a
-90	sk C a a
-88	sk C a …
-20	sk C a,…
-41	sk C a-…
-71	sk C a.
-28	sk C a1…
-34	sk C a2 a
-28	sk C a2…
-53	sk C a:…
-79	sk C!
42	sk C!03
56	sk C!04
23	sk C!a01
38	sk C!a02
35	sk C#03
36	sk C#04
45	sk C#a02
68	sk C$04
37	sk C$a02
40	sk C%03
95	sk C%04
31	sk C%a02
39	sk C&03
122	sk C&04
-42	sk C&a
39	sk C&a02
-71	sk C&a2
-70	sk C()
27	sk C(a02
41	sk C)a02
-59	sk C*
58	sk C*03
57	sk C*04
29	sk C*a01
54	sk C*a02
72	sk C+04
-75	sk C+C
16	sk C+a01
53	sk C+a02
-21	sk C-02
51	sk C-03
80	sk C-04
-171	sk C-C
-62	sk C-C …
-22	sk C-C*
-32	sk C-C-C
-71	sk C-C-…
-115	sk C-C:…
-113	sk C-CC
-44	sk C-a
-56	sk C-a …
71	sk C-a02
21	sk C.03
119	sk C.04
-26	sk C.A2…
-73	sk C.C
-58	sk C.CC
-92	sk C.a
104	sk C.a02
-18	sk C.a2C
-51	sk C.aC
-19	sk C.aCC
-57	sk C/A
-80	sk C/C
-48	sk C/CC
-102	sk C/a
-22	sk C/a/a
-64	sk C/a/…
38	sk C/a02
-20	sk C01
-52	sk C01A1
35	sk C01A…
-138	sk C01C
-80	sk C01CC
21	sk C01C…
45	sk C01a2!
109	sk C01a…
-17	sk C02
-13	sk C03
124	sk C04
87	sk C04!
73	sk C04#
-54	sk C2 a…
-41	sk C2-C-C
-57	sk C2-C-C2
-44	sk C2-a
-85	sk C2-a-a2
90	sk C201…
46	sk C202…
64	sk C203…
67	sk C2A0…
96	sk C2A1…
75	sk C2A2…
102	sk C2Aa…
-54	sk C2C
-16	sk C2C*
20	sk C2C-…
-39	sk C2C01
51	sk C2C0…
77	sk C2C2…
15	sk C2C@…
60	sk C2CA…
-116	sk C2CC
-52	sk C2CCC
-33	sk C:*
41	sk C;a02
60	sk C?04
28	sk C?a02
49	sk C@03
91	sk C@04
60	sk C@a02
-114	sk CA
-42	sk CA*
-22	sk CA1
15	sk CA10…
-85	sk CA2
76	sk CA20…
17	sk CA2a…
-41	sk CAa
24	sk CAa1…
49	sk CAa2…
-93	sk CAaC
-56	sk CC
-62	sk CC a…
-62	sk CC*
-59	sk CC.A…
-72	sk CC.C
-37	sk CC.CC
-38	sk CC.C…
-88	sk CC.a
-45	sk CC.a*
-23	sk CC.a:*
-79	sk CC.aC
-61	sk CC.aCC
-37	sk CC.a…
-20	sk CC/CC
-35	sk CC/C…
-39	sk CC01
58	sk CC01!
62	sk CC01#
72	sk CC01$
31	sk CC01%
22	sk CC01*
47	sk CC01+
83	sk CC01-
62	sk CC01@
24	sk CC01…
175	sk CC02
87	sk CC02!
59	sk CC02#
89	sk CC02$
80	sk CC02%
102	sk CC02*
63	sk CC02+
123	sk CC02-
33	sk CC02@
138	sk CC02_
-63	sk CC2
-147	sk CC2-CC
75	sk CC20…
54	sk CC2A…
-42	sk CC2C
-44	sk CC2CC
-44	sk CC2CCC
44	sk CC2C…
-45	sk CC: …
-69	sk CC:C
-72	sk CCA
-77	sk CCA101
-94	sk CCA2
-55	sk CCA2…
-59	sk CCAaC
-31	sk CCAa…
-151	sk CCC
-60	sk CCC …
-47	sk CCC()
-62	sk CCC*
-78	sk CCC.a
-66	sk CCC.aC
-76	sk CCC.…
-56	sk CCC2
-45	sk CCC2C
-15	sk CCC2…
-63	sk CCCA
46	sk CCCA…
-168	sk CCCC
-55	sk CCCC*
-37	sk CCCC.a
-50	sk CCCC2C
-131	sk CCCCC
-54	sk CCCCCC
-109	sk CCCC…
40	sk C[a02
-45	sk C\\C
-95	sk C\\C\\…
25	sk C]a02
71	sk C_03
129	sk C_04
-40	sk C_a
76	sk C_a02
35	sk C{a02
21	sk C}a02
-46	sk [a]
-41	sk ^01.01.01
-57	sk ^a
-61	sk ^a1-…
-57	sk _A_A…
-112	sk _a
-35	sk _a_
-71	sk _a_a
-39	sk _a_a=C
-93	sk _a_a…
-34	sk a
-12	sk a -a…
-146	sk a 01
-61	sk a 01…
-39	sk a = a
-12	sk a = …
-14	sk a A …
-30	sk a C …
-137	sk a a
-28	sk a a -a
-127	sk a a a
43	sk a a …
-27	sk a a-…
-58	sk a a.…
-53	sk a a1…
-19	sk a a2
-53	sk a a2 a
-78	sk a a2…
-64	sk a a:…
-37	sk a a_…
-134	sk a!
93	sk a!C
79	sk a!a
106	sk a!a02
45	sk a#C
27	sk a#a
-45	sk a#a-a
87	sk a#a02
-84	sk a$
30	sk a$C
110	sk a$a
51	sk a$a01
57	sk a$a02
65	sk a%C
43	sk a%C04
89	sk a%a
30	sk a%a01
67	sk a%a02
43	sk a%a1…
50	sk a%aC
66	sk a&C
50	sk a&a
22	sk a&a01
101	sk a&a02
-151	sk a&a2
-92	sk a()
60	sk a(C
50	sk a)C
-121	sk a*
50	sk a*02
69	sk a*C
117	sk a*a
56	sk a*a01
57	sk a*a02
-88	sk a+
-44	sk a+01
44	sk a+02
101	sk a+C
-22	sk a+a
-59	sk a+a+a
36	sk a+a01
91	sk a+a02
60	sk a,C
-72	sk a,a
-92	sk a-
-82	sk a-$
-18	sk a-%a1
-69	sk a-*
-52	sk a-*-…
-51	sk a-*.a
-133	sk a-01
-40	sk a-01-a
-66	sk a-01.01
20	sk a-01…
28	sk a-02
-133	sk a-02…
-156	sk a-03
-77	sk a-04
12	sk a-04…
-49	sk a-A
-18	sk a-A1
-47	sk a-A101
107	sk a-C
-63	sk a-a
-76	sk a-a …
-119	sk a-a*
-62	sk a-a-
-66	sk a-a-$
-80	sk a-a-*
-108	sk a-a-01
-75	sk a-a-02
-126	sk a-a-03
-40	sk a-a-05
112	sk a-a-a
121	sk a-a-a01
255	sk a-a-a02
-57	sk a-a-a2
78	sk a-a-…
-67	sk a-a.a
-85	sk a-a.…
-53	sk a-a/a
-71	sk a-a/…
139	sk a-a02
-72	sk a-a03
-18	sk a-a1
-63	sk a-a1-02
-49	sk a-a101.01
-79	sk a-a1…
-95	sk a-a2
-34	sk a-a2-02
-75	sk a-a2-a
-69	sk a-a205
-48	sk a-a:a
-47	sk a-a:…
-17	sk a-a@…
-46	sk a.$
-62	sk a.*
-33	sk a.*a
-35	sk a.*a…
-33	sk a.03
-102	sk a.A
-40	sk a.A04
-23	sk a.A1
-28	sk a.A1…
-72	sk a.A2
-41	sk a.A_A
-86	sk a.A_…
-70	sk a.Aa
-24	sk a.Aa…
47	sk a.C
-46	sk a.C.C
-43	sk a.C.CC
-54	sk a.C.…
-18	sk a.C2
-40	sk a.C2C
-20	sk a.C2CC
-27	sk a.CA
-24	sk a.CA101
-36	sk a.CA2
-103	sk a.CC
-54	sk a.CC()
-80	sk a.CC02
-44	sk a.CC2
-19	sk a.CC2C
-73	sk a.CCA2
-91	sk a.CCC
-51	sk a.CCCC
-97	sk a.CC…
-16	sk a.a
-44	sk a.a()
-43	sk a.a*
-36	sk a.a-…
-64	sk a.a.*
-51	sk a.a.C
-44	sk a.a.CC
-110	sk a.a.a
-62	sk a.a.a/
-44	sk a.a.a2
-53	sk a.a.aC
-120	sk a.a.…
-51	sk a.a/
-48	sk a.a/$
-56	sk a.a/a
-101	sk a.a/…
-40	sk a.a01
-52	sk a.a02
-70	sk a.a03
-44	sk a.a0…
-61	sk a.a1
-30	sk a.a1…
-117	sk a.a2
-27	sk a.a2#a
-15	sk a.a2*
-31	sk a.a2.a
-41	sk a.a2C
-35	sk a.a2CC
-225	sk a.a2…
-22	sk a.a?.a
-67	sk a.a?…
-63	sk a.aA2
19	sk a.aA…
-94	sk a.aC
-48	sk a.aC.a
-55	sk a.aC2
-35	sk a.aC2CC
-78	sk a.aCC
-16	sk a.aCC2
-57	sk a.aCCC
-59	sk a.aC…
-57	sk a.a_a
-50	sk a.a_a2
-46	sk a.a_…
-93	sk a/
-70	sk a/$
-102	sk a/*
-37	sk a/*.a
62	sk a/01…
39	sk a/02…
97	sk a/05
-26	sk a/:a2
-42	sk a/:aC2
-25	sk a/:a…
-83	sk a/<a…
-55	sk a/A
-101	sk a/A.…
-34	sk a/A101A1
-28	sk a/A2
27	sk a/A2…
36	sk a/C
27	sk a/C2…
-144	sk a/a
-82	sk a/a*
-87	sk a/a+a
-48	sk a/a-a
-32	sk a/a-a/
25	sk a/a-…
-49	sk a/a.a
-106	sk a/a.…
-82	sk a/a/
-57	sk a/a/$
-79	sk a/a/*
-85	sk a/a/.a
-100	sk a/a/a
-73	sk a/a/a/
-137	sk a/a/…
-100	sk a/a01
-115	sk a/a02
47	sk a/a03
-127	sk a/a1
-39	sk a/a1.a
-70	sk a/a103
-73	sk a/a2
-35	sk a/a2/a
-44	sk a/a2…
-39	sk a/a:*
-65	sk a/a:…
-33	sk a/a?…
-76	sk a/a@a101
12	sk a/a@…
-95	sk a/a_a
-82	sk a/a_…
-50	sk a01
29	sk a01-…
19	sk a01.01
-86	sk a01.C
-104	sk a01.CC
-58	sk a01.CCC
-51	sk a01.a
-75	sk a01.aC
-73	sk a01.…
-81	sk a01/…
77	sk a01A…
-63	sk a01C
-11	sk a01C…
-60	sk a01_a
53	sk a01a
75	sk a01a01a
52	sk a01a01a1
67	sk a01a01a2
53	sk a01a03
13	sk a01a1
35	sk a01a1*02
48	sk a01a101a
28	sk a01a101a102
53	sk a01a101a2
96	sk a01a102
31	sk a01a102a1
75	sk a01a2
-23	sk a01a201a
67	sk a01a201a1
50	sk a01a201a102
38	sk a01a202
52	sk a01a202a102
64	sk a01a203
-16	sk a01a…
51	sk a01~…
-69	sk a02-a
-51	sk a02.a
-25	sk a02.a102a
-14	sk a02.…
-77	sk a02/
-105	sk a02/a
-77	sk a02/a1
-84	sk a02/…
-81	sk a02:04
-74	sk a02C
-36	sk a02_a
72	sk a02a
61	sk a02a101
-42	sk a02a101a1
45	sk a02a2
-31	sk a02a…
114	sk a03
-31	sk a03.C03
-52	sk a03C
-18	sk a03a
-64	sk a03a03
-42	sk a03a1
-113	sk a03a101
49	sk a03a2
-18	sk a03a…
143	sk a04
-68	sk a04#…
-110	sk a05
57	sk a05a…
-105	sk a1#CC
-12	sk a1-01.01
-29	sk a1-02
-37	sk a1-0…
-49	sk a1-a
-80	sk a1-a101-01
-58	sk a1-a…
-67	sk a1.C
-36	sk a1.C.C
-14	sk a1.CC
-33	sk a1.CCC
-39	sk a1.C…
-174	sk a1.a
-43	sk a1.a.C
-65	sk a1.a.a
-78	sk a1.a102
-80	sk a1.a2
-38	sk a1.aC
-62	sk a1.aC+
-19	sk a1.aCC
100	sk a1.a…
-80	sk a1/a1/a1
-41	sk a1/a…
-37	sk a101.01+
-67	sk a101.C
-33	sk a101.a101
-38	sk a101/a101
-55	sk a101C
129	sk a101a
51	sk a101a*02
12	sk a101a01
51	sk a101a01a
48	sk a101a01a01
41	sk a101a01a1
49	sk a101a01a101
85	sk a101a01a102
62	sk a101a01a103
76	sk a101a02
38	sk a101a02a1
59	sk a101a101%02
46	sk a101a101*02
61	sk a101a101.02
45	sk a101a101a
39	sk a101a101a01
72	sk a101a101a1
-58	sk a101a101a101
-21	sk a101a101a102
-41	sk a101a101a2
33	sk a101a101a201
55	sk a101a101a202
33	sk a101a101a203
64	sk a101a102
31	sk a101a102a
20	sk a101a102a1
28	sk a101a103
-55	sk a101a104
38	sk a101a2!02
23	sk a101a2#02
40	sk a101a2&02
46	sk a101a2+02
40	sk a101a2-02
34	sk a101a2.02
49	sk a101a201
64	sk a101a201.02
79	sk a101a201a
79	sk a101a201a1
28	sk a101a201a101
101	sk a101a201a102
82	sk a101a201a103
21	sk a101a201a2
54	sk a101a201a201
44	sk a101a201a202
22	sk a101a202
26	sk a101a202a1
27	sk a101a203
29	sk a101a204
44	sk a101a2?02
52	sk a101a2@02
30	sk a101a2@a102
31	sk a101a2@a103
34	sk a101a@02
31	sk a101…
-17	sk a102_02
-52	sk a102a
25	sk a102a01
49	sk a102a02
20	sk a102a101
-44	sk a102a101a1
-32	sk a102a101a101
15	sk a102a101a201
11	sk a102a102a1
31	sk a102a2
35	sk a102a201a2
33	sk a102a202a1
56	sk a102a203
33	sk a102a2@a202
-15	sk a102…
-80	sk a103
-48	sk a103.CCC
26	sk a103a01
-48	sk a103a1
-52	sk a103a2
-57	sk a103…
-32	sk a104
-48	sk a104a2
-32	sk a104…
60	sk a105
-53	sk a105…
20	sk a1:0…
-21	sk a1:a
77	sk a1:a…
52	sk a1@0…
42	sk a1@a01a102
73	sk a1@a01a2
57	sk a1@a1@a202
39	sk a1@a203
40	sk a1@a2@a202
117	sk a1@a…
86	sk a1A0…
114	sk a1A1…
44	sk a1A2…
81	sk a1Aa…
-43	sk a1C
-58	sk a1C01
67	sk a1C02
101	sk a1C0…
96	sk a1C2…
94	sk a1CA…
77	sk a1CC…
-59	sk a1_a
-78	sk a2 a
-81	sk a2 a…
66	sk a2!a02
67	sk a2#a02
34	sk a2$a02
20	sk a2%a02
57	sk a2&a02
72	sk a2*a02
67	sk a2+a02
-42	sk a2-01
-33	sk a2-01.01
-37	sk a2-02
-48	sk a2-0…
-112	sk a2-a
-40	sk a2-a*
-28	sk a2-a-01
-89	sk a2-a-03
-103	sk a2-a-a
-46	sk a2-a/02
80	sk a2-a02
-46	sk a2-a…
-39	sk a2.A
-33	sk a2.A1_A
-64	sk a2.C
-33	sk a2.CC
-48	sk a2.CCC
-53	sk a2.C…
-68	sk a2.a
-34	sk a2.a.a
-45	sk a2.a.a/
-54	sk a2.a2
-24	sk a2.aC
-14	sk a2.aCC
-200	sk a2.a…
-51	sk a2/a
-49	sk a201.02
-81	sk a201.02.01
-25	sk a201.C
-43	sk a201C
20	sk a201a
56	sk a201a01
63	sk a201a01a
63	sk a201a01a1
47	sk a201a02
14	sk a201a1
-17	sk a201a101
49	sk a201a101a
12	sk a201a101a1
43	sk a201a101a102
-37	sk a201a101a2
37	sk a201a102
36	sk a201a102@02
54	sk a201a102a2
49	sk a201a103
18	sk a201a1@03
76	sk a201a2
24	sk a201a2*02
50	sk a201a201a
42	sk a201a201a2
22	sk a201a2?02
30	sk a201a2_02
21	sk a201…
-25	sk a202
94	sk a202a
15	sk a202a01
46	sk a202a101a
31	sk a202a101a102
35	sk a202a101a2
20	sk a202a2
42	sk a202…
60	sk a203
54	sk a203a
61	sk a203a201
33	sk a203…
54	sk a204
-18	sk a204…
-22	sk a205
12	sk a205…
-95	sk a2:a
-15	sk a2=a…
47	sk a2?a02
28	sk a2@03
34	sk a2@a02
26	sk a2@a103
61	sk a2A0…
100	sk a2A1…
-32	sk a2A2
-16	sk a2A2…
-20	sk a2Aa
31	sk a2Aa…
-72	sk a2C
58	sk a2C-…
-21	sk a2C02
65	sk a2C0…
-19	sk a2C2
-31	sk a2C2C
96	sk a2C2…
80	sk a2CA…
-51	sk a2CC
-37	sk a2CC2
-77	sk a2CCC
-43	sk a2CCCC
-55	sk a2CC…
46	sk a2C_…
-16	sk a2_0…
-73	sk a2_a
62	sk a2_a02
-63	sk a2_a_a
-111	sk a2_a…
-59	sk a: a
-70	sk a: a…
-36	sk a:$
-61	sk a:/a…
55	sk a:01…
-131	sk a:04
-62	sk a:04/
-49	sk a:04/a
-79	sk a:04…
38	sk a:05
-34	sk a:A
50	sk a:A1…
-69	sk a:C
-105	sk a:a
59	sk a:a-…
-63	sk a:a1.a
64	sk a:a1…
-75	sk a:a:…
70	sk a:a@…
-36	sk a:a_a
-53	sk a:a_…
-116	sk a=01
-74	sk a=a
-30	sk a?*
-124	sk a?.a
-55	sk a?.a2
-100	sk a?.aC
-48	sk a?.aC2
-91	sk a?.aCC
-62	sk a?.a_a
-88	sk a?.a…
35	sk a?02
37	sk a?C
72	sk a?a
50	sk a?a01
53	sk a?a02
-77	sk a@01…
13	sk a@02
-184	sk a@02…
-50	sk a@a-…
-17	sk a@a.…
35	sk a@a01
-11	sk a@a02
-123	sk aA
-67	sk aA01
42	sk aA01…
-113	sk aA2
-67	sk aA201
40	sk aA20…
-25	sk aA2a1
83	sk aA2a…
-88	sk aAa
32	sk aAa1…
-62	sk aAaC
-13	sk aC
-55	sk aC a…
-74	sk aC()
-50	sk aC(a…
-130	sk aC+
-43	sk aC.C
-42	sk aC.CC
-48	sk aC.C…
-75	sk aC.a
-45	sk aC.a.a
-38	sk aC.a2
-33	sk aC.a2C
-75	sk aC.aC
-43	sk aC.aC2
-35	sk aC.aCC
-57	sk aC.a…
-60	sk aC/aC
-89	sk aC01
-80	sk aC01C
-119	sk aC01CC
-56	sk aC02
-57	sk aC03
-155	sk aC2
-70	sk aC201
61	sk aC20…
-32	sk aC2A
60	sk aC2A…
-94	sk aC2C
-86	sk aC2CC
-54	sk aC2CCC
62	sk aC2C…
-84	sk aC?.a
-70	sk aC?.a2
-85	sk aC?.aC
-82	sk aC?.…
-54	sk aCA
-67	sk aCA1
-61	sk aCA101
-44	sk aCA2
-58	sk aCA2a1
37	sk aCA2…
-70	sk aCAa
-30	sk aCAa…
-147	sk aCC
-56	sk aCC …
-81	sk aCC()
-18	sk aCC(…
-44	sk aCC+
-25	sk aCC.a
-41	sk aCC.aC
-73	sk aCC.…
-61	sk aCC/…
-32	sk aCC01
-108	sk aCC2
-110	sk aCC2C
-49	sk aCC2CC
37	sk aCC2…
-96	sk aCC?.a
-48	sk aCC?…
-32	sk aCCA
-33	sk aCCA2
-145	sk aCCC
-63	sk aCCC()
-84	sk aCCC2
-65	sk aCCC2C
-114	sk aCCCC
-68	sk aCCCC2C
-49	sk aCCCCC
-90	sk aCCC…
36	sk a[C
-43	sk a\\.a…
43	sk a\\a1…
47	sk a]C
60	sk a^C
-50	sk a_
-52	sk a_*
-55	sk a_01
77	sk a_01…
78	sk a_02
-138	sk a_02…
-119	sk a_03
-70	sk a_03…
-15	sk a_05…
74	sk a_A1…
39	sk a_A2…
41	sk a_Aa…
79	sk a_C
73	sk a_C2…
-94	sk a_a
-57	sk a_a …
-54	sk a_a()
-62	sk a_a,a
-71	sk a_a.a
-93	sk a_a.a2
-65	sk a_a.…
-41	sk a_a/
-23	sk a_a/…
-71	sk a_a01
120	sk a_a02
-121	sk a_a03
-60	sk a_a0…
-127	sk a_a2
-52	sk a_a2!
-31	sk a_a2.a
-74	sk a_a2_a
-39	sk a_a2…
23	sk a_a:…
13	sk a_a@…
23	sk a_a\\…
-67	sk a_a_
-80	sk a_a_*
-65	sk a_a_01
-175	sk a_a_a
-44	sk a_a_a02
-116	sk a_a_a2
-56	sk a_a_…
53	sk a}C
55	sk a~C
-55	sk ~/.a
-125	sk ~/.a/a
-93	sk ~/.a…
-54	sk ~/C/C
-102	sk ~/C/…
-70	sk ~/a
-43	sk ~/a/a
-107	sk ~/a/…
-42	sk ~01.01A2
-51	sk ~01.01a1
-54	sk ~02a1
-68	sk ~02a2
-52	sk ~03A2
-70	sk ~03a1
-51	sk ~a
10	turns 0 of 0
-33	turns 0 of 1
-125	turns 0 of 2
-142	turns 0 of 3
81	turns 0 of 4
161	turns 0 of 5
-191	turns 1 of 0
-49	turns 1 of 1
65	turns 1 of 2
69	turns 1 of 3
-18	turns 1 of 4
16	turns 1 of 5
-34	turns 2
-78	turns 2 of 0
-77	turns 2 of 2
-25	turns 2 of 3
17	turns 2 of 4
-34	turns 2 of 5
-12	turns 3
16	turns 3 of 0
111	turns 3 of 1
-71	turns 3 of 2
-155	turns 3 of 3
-35	turns 3 of 4
27	turns 3 of 5
30	turns 4 of 0
79	turns 4 of 1
73	turns 4 of 2
-15	turns 4 of 3
-86	turns 4 of 4
-146	turns 4 of 5
35	turns 5
87	turns 5 of 1
114	turns 5 of 2
74	turns 5 of 3
28	turns 5 of 4
-40	turns 6
37	turns 7
114	turns 8
105	u 
-104	u "
48	u "w" "
48	u "w", w"
42	u # w: 
-78	u '
47	u 'w', '
47	u 'w', w'
59	u (
23	u * 
66	u + 
101	u -
32	u - 
67	u --w 
49	u --w '
-53	u --w w --
77	u --w w --w 
-37	u --w w@
67	u --w=
19	u --w='
-39	u --w='w' w://
32	u -w 
-61	u -w "
76	u -w '
-103	u -w (
47	u -w (w '
23	u -w w -w w -w 
37	u -w w@
33	u -w=
114	u /
94	u / 
22	u /w:
40	u : 
56	u : w "
58	u :: 
-135	u = "
27	u = "w", w = "
72	u => 
-34	u \`
-64	u above
-70	u above asks
-68	u after 0
18	u after 1
-63	u after 2
-154	u after 3
111	u before 0
81	u before 1
21	u before 2
-55	u before 3
-128	u before 4
-19	u w "
25	u w (
13	u w - 
63	u w --w 
56	u w -w 
31	u w / 
30	u w = 
30	u w = '
13	u w => 
-64	u w \`
-31	u w n 
70	u w n w 
85	u w w 
21	u w w "
73	u w w '
25	u w w = '
13	u w w = w'
-78	u w w \`
21	u w w w 
38	u w w w "
-26	u w w w \`
-18	u w w w w 
-45	u w w w w \`
-25	u w w w w w 
12	u w w w w w w 
-37	u w w w w w w \`
19	u w w: \`
49	u w w@
27	u w").w("
71	u w, w 
-20	u w, w w 
37	u w.w 
40	u w.w --w 
22	u w.w w 
24	u w.w w w w '
68	u w:
49	u w: 
-17	u w: "
-57	u w: \`
34	u w=
47	u w="
39	u w='
-42	u w=w w=
19	u w=w;w=
37	u w@
128	u | 
24	u" :w "
26	u" w "
39	u" w w "
65	u" w="
48	u", "
-19	u", "w", "
20	u", "w@
39	u", w = "
72	u", w w("
74	u", w"
18	u", w="
21	u","w":"
-88	u": "
-58	u":"
45	u":"w","w":"
86	u%
-32	u&
29	u&w=
96	u', '
-83	u', 'w', '
69	u', 'w': '
18	u', 'w@
33	u', w'
-12	u', w='
58	u','
-44	u': '
-88	u'@'
55	u'@'%' w w '
71	u'@'w' = w('
-15	u'w w 
53	u'w w w 
-48	u'w w w (
-30	u'w w w w 
50	u(
-136	u("
68	u("w", "
-71	u('
17	u(w + 
46	u(w - 
56	u(w w 
86	u,
88	u, 
-105	u, '
65	u, w 
54	u, w w 
-10	u, w, 
25	u, w: 
33	u,w=
63	u,w=w -w 
20	u-w '
86	u-w w 
25	u-w w "
41	u-w w "w:w" "
-41	u-w").
39	u-w").w("
-50	u-w/
35	u-w=
23	u-w=> 
-29	u.w '
-22	u.w = "
69	u.w = '
24	u.w w 
41	u.w w w 
-26	u.w").
-15	u.w("
-11	u/
-19	u/.w/
-78	u/w/
-65	u/w/w/
-35	u/w/w/w/
30	u:
33	u: 
-111	u: "
27	u: "w", w: "
-65	u: '
68	u: 'w', w: '
45	u:::
-62	u:n@
-77	u:w 
56	u:w /
35	u:w /w:
43	u:w \`
31	u:w n 
39	u:w w 
53	u:w w w 
-48	u:w w://
24	u:w").w("
65	u:w%
20	u:w.w("
25	u:w:
-45	u:w@
-50	u:w@n.n.n.n:
-64	u:w@w(n.n.n.n:n
-75	u:w@w:
49	u:{w}
63	u;
33	u;w=
-67	u=
-105	u="
32	u="w", w="
-70	u='
49	u='w', w='
38	u=w --w=
27	u=w --w='
51	u=w w=
26	u=w&w=
22	u=w.w --w=
45	u=w.w w=
52	u?
-122	u@
47	u@w -w 
74	u@w: 
74	u\` / \`
69	uw 
-56	uw "
21	uw '
28	uw (
65	uw - 
16	uw --w 
42	uw -> 
11	uw -w 
77	uw / 
41	uw : 
32	uw :: 
14	uw := 
39	uw <- 
66	uw = 
-31	uw = "
21	uw = "w", w = "
-50	uw = '
42	uw = w"
43	uw == "
59	uw => 
57	uw => '
41	uw [
59	uw n 
31	uw w 
-15	uw w "
12	uw w -w 
-50	uw w \`
-45	uw w \`w:"
62	uw w w 
-44	uw w w w 
-42	uw w w w w w 
61	uw w w, w w 
39	uw w.w --w 
19	uw w.w -w 
34	uw | 
62	uw" "
-34	uw").
-36	uw", "
84	uw", w w("
18	uw", w"
24	uw","
-22	uw": "
37	uw": "w", "w": 
40	uw": "w.w", "w"
-34	uw":"
38	uw":"w","w":"
34	uw%
19	uw' w='
52	uw').w('
-52	uw', '
57	uw', w'
67	uw', w: '
-14	uw': '
-84	uw(
-115	uw("
13	uw("w", "
12	uw(w"
35	uw, 
-64	uw, "
20	uw, '
-43	uw, w, 
-17	uw, w: 
-20	uw.w(
-24	uw.w("
-73	uw.w/
-69	uw.w:
-66	uw/
-52	uw/w/
-34	uw/w/.w/
-34	uw/w/w/
-40	uw/w/w/w/
-21	uw/w/w/w/.
-18	uw/w/w/w/w/
34	uw:
-11	uw: "
-25	uw: "w", w: "
36	uw: "w.w", w: "
-69	uw: '
35	uw: ["
19	uw: \`
19	uw: w("
25	uw:::
47	uw;
-70	uw="
62	uw="w" w="
34	uw="w.w" w="
-48	uw='
19	uw=>"
36	uw=w --w=
44	uw=w,w=
36	uw>
32	uw> 
64	uw><w>
24	uw? 
65	uw\` / \`
-73	uw\` w \`
-49	uw\`, \`
-49	uw\`, \`w\`, \`
-162	within a
-75	within k
-188	within p
-76	within u
37	word --admin-password
39	word --api-key
62	word --apikey
32	word --auth-password
-73	word --filter
104	word --from-literal
-74	word --name
12	word --pass
70	word --passphrase
74	word --password
55	word --pw
47	word --requirepass
106	word --token
-56	word --user
-84	word --username
76	word --value
44	word -a
22	word -asplaintext
-69	word -b
44	word -c
18	word -d
-101	word -e
-41	word -f
39	word -h
-41	word -i
-25	word -jar
123	word -k
70	word -keypass
-47	word -m
42	word -n
-37	word -name
-63	word -newpassword
-30	word -out
114	word -p
55	word -passwd
-36	word -path
115	word -pw
48	word -pwd
-60	word -q
29	word -s
63	word -storepass
63	word -string
14	word -t
-24	word -u
80	word -uadmin
89	word -uroot
-20	word -v
90	word -w
53	word -x
-17	word -y
66	word a
-50	word a-f
-32	word a-z
-42	word a3
27	word abc123
-65	word about
-44	word accept
-78	word access
-140	word access_key
66	word access_token
60	word accesstoken
-18	word account
-45	word across
-63	word action
-17	word actions
-61	word active
-63	word actual
-22	word actually
-111	word added
-23	word addeventlistener
-62	word adding
-23	word additional
-102	word address
-60	word adds
74	word admin
64	word admin'
41	word admin_heslo
22	word admin_pass
32	word admin_passwd
50	word admin_password
43	word admin_token
45	word administrator
33	word adminpassword
46	word adminsenha
48	word aes
-26	word affects
-62	word after
-61	word against
-87	word agent
-40	word agentid
-49	word agents
44	word ai
-34	word algorithm
-52	word alias
112	word alice
44	word alice'
-71	word all
-54	word allow
-48	word alongside
-35	word already
-36	word also
-48	word alt
-26	word always
-66	word an
33	word ansible_password
36	word ansible_ssh_pass
-93	word ansible_user
-47	word answer
-76	word anthropic
-77	word any
-111	word api
27	word api-key
90	word api_key
25	word api_passwd
78	word api_secret
68	word api_token
71	word apikey
44	word apipassword
93	word apisecret
23	word app
66	word app_key
52	word app_secret
-34	word append
29	word appheslo
57	word appid
-40	word apple
-89	word application
-36	word apply
-38	word apps
113	word appuser
52	word appuser'
-84	word arch
-65	word architecture
-65	word are
-42	word args
-27	word argv
-33	word aria-label
-35	word arm64
-44	word array
-55	word artifact
-50	word as
119	word ascii
-44	word asked
15	word assert
-19	word assets
-31	word async
-88	word at
-42	word atomic
-15	word attempt
-46	word audience
-61	word audit
30	word auth
-39	word auth'
-70	word auth-pass
38	word auth_key'
36	word auth_password
16	word auth_token
-43	word authenticated
35	word authentication
12	word authheslo
-80	word author
114	word authorization
30	word authpass
66	word authpw
69	word authtoken
-40	word available
-53	word await
-112	word aws_access_key_id
11	word aws_key_id
80	word aws_secret_access_key
71	word b
112	word b'
-55	word backend
-50	word background
-72	word background-color
-63	word backup
-50	word badge
-58	word bar
-42	word bare
-22	word base
-42	word base64
85	word basic
-107	word basic_auth
33	word be
46	word bearer
-68	word because
-63	word becomes
-46	word before
-120	word begin
-51	word best
-14	word between
-57	word bin
-79	word blob
-64	word block
-16	word blocks
106	word bob
92	word bob'
-48	word body
-46	word bool
-67	word boolean
-114	word border
-76	word bot
-63	word both
-70	word branch
-50	word broken
-31	word browser
-42	word buf
-56	word bug
-71	word build
-23	word builder
-51	word bump
-84	word but
-36	word button
114	word by
-58	word bypass
-56	word bypasses
81	word byte
-86	word bytes
-61	word c1
-44	word cache
-25	word cache_key
-31	word cached
-45	word cachekey
-42	word calc
-47	word call
-44	word called
-39	word caller
-26	word calling
-55	word calls
-67	word can
-44	word can't
-58	word cannot
-20	word canonical
-32	word capability
-51	word carries
-12	word case
-63	word cat
-71	word category
-73	word cause
-14	word caused
-32	word cc
-35	word cd
-53	word cert
-26	word certificate
-46	word cfg
-26	word chain
-48	word change
-105	word changed
-52	word changes
-52	word check
-36	word checked
-47	word checking
-64	word checkout
-90	word checkpoint
-42	word checkpoint_id
-54	word checks
-26	word child
-53	word ci
89	word ci-user
-34	word cid
-48	word claim
-19	word claims
-107	word class
-83	word classname
-49	word claude
65	word clave
-63	word clean
-32	word cleanup
40	word clear
38	word cleartext-password
-72	word cli
-37	word click
-24	word client
32	word client-secret
-95	word client_id
45	word client_secret
-39	word clientid
13	word clientsecret
-90	word clone
-36	word close
-132	word closes
-73	word cmd
-114	word cn
66	word co
53	word co'
-64	word co-authored-by
-118	word code
54	word codes
-58	word codex
-49	word collection
-147	word color
-58	word column
62	word com
-11	word com'
-45	word command
-23	word commands
-25	word comment
-38	word comments
-106	word commit
-18	word commits
-39	word committed
51	word community
-111	word compare
-32	word complete
-82	word completed
-89	word component
-54	word components
-34	word compose
-38	word concurrent
-89	word config
-60	word configuration
-24	word configure
-38	word configured
-38	word confirmed
44	word connect
-40	word connection
-48	word console
-118	word const
-26	word constants
-34	word containing
-122	word contains
-48	word content
-25	word content-type
-30	word contents
-87	word context
78	word contraseña
43	word contraseña'
-31	word control
-30	word conversation
121	word convertto-securestring
-96	word cookie
-21	word cookies
-66	word copilot
-28	word copy
-58	word core
49	word corp
-17	word correct
-38	word cost
-43	word could
-62	word count
-43	word coverage
-72	word cpu
-99	word create
-89	word created
-44	word created_at
-71	word createdat
-22	word creates
37	word createuser
-31	word creation
64	word credential
63	word credential'
18	word creds
-35	word critical
72	word crypt
-49	word crypto
-11	word cs
-29	word css
-79	word ctx
-46	word current
11	word currently
-24	word cursor
-58	word custom
-53	word cwd
-32	word cyan
61	word d
-75	word d'
-52	word dark
-52	word darwin
-58	word dashboard
-61	word database
-67	word date
-26	word db
56	word db-password
18	word db_contraseña
95	word db_pass
81	word db_password
65	word db_password'
21	word db_pw
67	word dbpass
77	word dbpassword
-44	word debug
-54	word decode
-25	word def
174	word default
-64	word default'
-42	word defaults
-16	word defer
-21	word defined
-32	word definitions
-94	word del
-54	word delete
-53	word deleted
-23	word dependency
-77	word dependency-name
127	word deploy
82	word deploy'
-51	word deployment
-35	word deprecated
-33	word derive
-66	word describe
-47	word description
-56	word design
-60	word desktop
-22	word detail
-35	word details
-43	word detection
53	word dev
-78	word device
-54	word di
-43	word diff
-48	word different
-64	word dir
-54	word direct
-28	word directory
-22	word disable
-66	word disabled
-30	word disconnect
-52	word display
-41	word displayname
-147	word do
-24	word doc
-56	word docker
-83	word docs
-66	word document
-56	word documentation
-56	word documented
-74	word does
-48	word doesn't
-124	word domain
-35	word don't
-31	word done
-23	word drive
-32	word drop
-35	word dsn
-50	word duplicate
-63	word duration
-119	word duration_ms
-24	word during
-48	word e2e
-32	word each
80	word eap
-42	word ecdsa
158	word echo
72	word elastic
-39	word else
-57	word em
-39	word email
-47	word embedded
-53	word emit
-48	word empty
-19	word en-us
-53	word enable
-26	word enabled
28	word encode
-49	word encoding
66	word encrypt
-69	word encrypted
35	word encryption_passphrase
48	word encryption_senha
52	word encryptionkey
13	word encryptionpassword
-61	word end
-31	word endpoint
-53	word endpoints
-24	word endswith
-68	word endtime
-71	word engine
109	word enter
-95	word entire
-168	word entire-checkpoint
-31	word entries
-108	word env
68	word eq
-54	word equal
28	word equals
91	word er
-38	word err
-108	word error
-37	word errorcode
-43	word errorf
-81	word errors
81	word es
-17	word escape
71	word est
-59	word etc
-38	word event
-87	word every
-47	word exactly
37	word example
-37	word examples
-31	word except
-54	word exchange
-76	word exec
-31	word execute
-81	word existing
-38	word exists
-82	word expect
-75	word expected
-44	word expired
-43	word expires_at
-55	word expiresat
-52	word expiry
-50	word explicit
-84	word export
-39	word exports
-14	word expression
-57	word extends
-56	word extensions
-32	word extract
89	word f
-38	word fa
-33	word fail
-52	word failed
-45	word fails
-37	word failure
-39	word fallback
22	word false
-34	word fatalf
-68	word feat
-40	word feature
-22	word features
-18	word fetch
-39	word fields
-87	word file
-37	word filecontent
-47	word filename
-48	word filepath
-50	word files
48	word fill
-61	word filter
-29	word final
-52	word find
-69	word finding
-66	word findings
-68	word first
-75	word fix
-27	word fixed
-149	word fixes
-39	word fixing
-23	word fixtures
-28	word flag
-61	word flags
-25	word float64
-65	word flow
-25	word fn
-46	word focus
-52	word folder
-55	word font-size
-63	word foo
-131	word for
-47	word force
-38	word form
-82	word format
-78	word found
-36	word fprintf
-16	word fresh
-47	word frontend
-49	word fs
-77	word ftp
-64	word full
-50	word func
-86	word function
-45	word fuse
-98	word g
-59	word gap
-25	word gateway
-22	word generated
-34	word generation
-50	word generic
-106	word get
74	word getbytes
-51	word getkey
-38	word getpassword
-52	word getstring
-61	word git
36	word github
-53	word github_token
-30	word global
-87	word go
-55	word good
-53	word google
-45	word got
-53	word green
-79	word group
-80	word groups
-65	word gt
-33	word guest
133	word guest1
-38	word handle
-41	word handler
-47	word handling
-51	word hard
-83	word hardcoded
-46	word has
22	word hash
-61	word hashing
28	word hasło
-63	word have
-40	word head
-25	word header
-30	word headers
-26	word heads
-63	word hello
-33	word help
-42	word helper
-26	word helpers
-40	word here
39	word heslo
37	word heslo'
-32	word hex
59	word home
-76	word hooks
-138	word host
-48	word host'
-49	word hostname
-51	word hosts
-70	word hover
-30	word how
-41	word href
-60	word html
-78	word htpasswd
-107	word http
-39	word hunter2
-23	word i
-119	word id
-40	word id-token
-33	word identical
-55	word identifier
105	word identify
-67	word identity
-47	word ids
-77	word if
-109	word image
-29	word implement
-27	word implementation
-29	word implemented
-49	word implements
-96	word import
-44	word important
-27	word imports
-57	word in
-55	word include
-65	word includes
-60	word including
-40	word index
-106	word info
-75	word init
-21	word initial
-53	word inline
-125	word input
-70	word inputtokens
-35	word inside
-30	word install
-22	word installed
-57	word instance
-39	word instanceof
-85	word int
-54	word int64
-57	word integration
-47	word interface
-83	word internal
-127	word into
-41	word invalid
-41	word io
-47	word ip
117	word is
-36	word isactive
76	word isequalto
-31	word iss
-178	word issue
-51	word issuer
-79	word issues
87	word ist
-116	word it
-50	word item
-39	word items-center
-43	word its
-82	word j
-127	word jdbc
143	word jdoe
59	word jdoe'
52	word je
62	word jelszó
-42	word job
-101	word jobs
-43	word join
-46	word js
27	word jsessionid
-91	word json
-31	word jsonl
-47	word just
-70	word jwt
59	word jwt_secret
-44	word keep
40	word key
20	word key'
76	word key-string
-68	word key-value
-64	word key_id
-47	word keyid
79	word keypassword
-44	word keys
13	word keystorepassword
134	word kim
-69	word kind
-38	word kurva
-62	word label
-49	word last
-34	word later
-56	word latest
62	word lautet
-43	word layout
-45	word lazy
-32	word ldap
37	word ldapapi_key
-37	word leaves
-62	word legacy
-64	word len
-58	word length
-122	word let
-32	word letmein1
-46	word letter-spacing
-10	word level
-58	word lib
-28	word library
-13	word license
-77	word licenses
-119	word like
-54	word limit
-43	word line
-34	word linear-gradient
-78	word lines
-122	word link
-43	word lint
-17	word linux
-64	word list
-38	word literal
-40	word live
-41	word load
79	word local
-38	word localhost
-40	word location
-80	word log
-19	word logic
71	word login
41	word loginpasswort
-37	word logout
-69	word logs
-31	word long
-33	word lookup
-34	word lower
-67	word lt
74	word lösenord
74	word m
-56	word machine
-53	word macos
-33	word made
-66	word mail
55	word mail_password
44	word mail_パスワード
-96	word main
-46	word make
-43	word managed
-64	word management
-34	word manifest
-44	word manual
-59	word map
44	word master_key
43	word master_password
42	word masterkey
21	word masterlösenord
56	word mastersenha
65	word masteruserpassword
-77	word match
-31	word matches
-47	word matching
-38	word max
-39	word may
-90	word md
35	word md5
39	word mdp
18	word me
-29	word means
-59	word memory
-97	word message
-74	word messages
-47	word metadata
-74	word method
-41	word metrics
-61	word migration
-55	word migrations
-48	word min
-36	word min-height
-34	word minor
-89	word missing
-15	word mkdirall
-52	word mock
-98	word mode
-89	word model
-37	word models
-52	word modified
-15	word modify
-63	word module
-33	word mongodb
-65	word more
65	word mot_de_passe
-66	word mount
51	word move
-59	word ms
-59	word msg
-38	word multiple
-62	word must
-36	word mustcompile
37	word my
-23	word mysql
38	word mysql_root_password
-12	word n
68	word n'
-127	word name
-45	word named
-84	word namespace
-37	word naming
-37	word need
-25	word needed
-16	word needs
-54	word net
-67	word network
-119	word networkcredential
-23	word networks
-99	word never
-88	word new
52	word new_password
15	word new_pwd
34	word newsecret
-49	word next
-31	word nil
-97	word no
-91	word node
-49	word nonce
-51	word none
-93	word not
-53	word note
-78	word now
-86	word npm
38	word npm_token
46	word npmauthtoken
-64	word null
-25	word nullable
-39	word number
-92	word o
-26	word oauth
-92	word object
-129	word of
-73	word off
-56	word offset
-36	word ok
-42	word old
41	word old_passwort
19	word oldpasscode
-38	word omits
-47	word once
-45	word one
-89	word only
-66	word open
-68	word operations
139	word operator
57	word ops
-58	word opt
-49	word option
-49	word optional
-38	word options
28	word or
-47	word orange
-62	word organization
-53	word origin
-17	word original
-48	word other
60	word our
32	word out
-72	word outfile
-81	word output
-26	word output_tokens
-38	word outputs
-56	word outputtokens
-42	word over
-42	word own
-44	word owner
156	word p
-110	word package
-52	word packages
-45	word padding
-53	word page
-27	word pages
-34	word parameter
-71	word parameters
-75	word params
-42	word parent
-38	word parentid
14	word parola
-30	word parse
-27	word parser
-42	word partial
-50	word pass
-29	word pass-through
17	word passcode
75	word passe
-120	word passed
-130	word passes
81	word passphrase
25	word passwd
35	word passwd'
72	word password
31	word password'
20	word passwords
33	word passwordtext
45	word passwort
18	word pat
-23	word patch
-34	word path
-21	word path'
-22	word paths
-86	word pattern
-22	word patterns
66	word payload
-107	word pem
-36	word per
-43	word permission
-23	word permissions
71	word pgpassword
-138	word phase
53	word phpsessid
-12	word pin
-33	word pipeline
-22	word pk
-26	word pkg
-41	word placeholder
109	word plain
46	word plain-text-password-value
22	word plaintext
-51	word plan
-38	word platform
-33	word plus
-52	word point
-17	word policy
-124	word port
-73	word post
172	word postgres
89	word postgres'
36	word postgres_password
-41	word postgresql
-51	word pr
-51	word pre-existing
79	word pre-shared-key
-32	word prefer
-60	word prefix
-36	word present
44	word presharedkey
-24	word previous
-33	word primary
-44	word print
89	word printf
-20	word println
-49	word private
-26	word privatekey
82	word prod
-29	word profile
-52	word program
-41	word project
-93	word projectid
-18	word projects
-37	word prometheus
-28	word promise
-60	word prompt
-56	word proper
-34	word property
-52	word provenance
-53	word provided
-74	word provider
-43	word providers
-53	word pscredential
77	word psk
51	word psk'
-70	word public
-35	word public_key
-63	word publickey
-124	word pull
-44	word purpose
-61	word push
93	word pw
41	word pw'
-45	word px
-27	word px-2
-85	word py
-36	word python
22	word q
-47	word q1w2e3r4
-38	word quality
-62	word query
-77	word querykey
52	word qwouk
62	word r
-27	word race
-50	word raise
-23	word ran
-45	word random
-85	word range
-75	word rate
61	word raw
-26	word reaches
-25	word read
-24	word read-only
-45	word reader
-21	word reading
-36	word reads
-47	word real
57	word realm
-24	word reason
-36	word recent
-49	word record
-29	word records
-64	word red
-39	word redaction
39	word redis
46	word redis_lösenord
30	word redis_password
50	word redissecret
-16	word redundant
-72	word ref
-51	word refactor
-40	word references
-52	word refresh
-27	word refresh_token
-35	word refreshtoken
-30	word refs
-54	word region
-87	word register
-29	word registration
-58	word registry
-99	word release
-64	word releases
-50	word rem
-19	word remaining
-36	word remote
-25	word removal
-31	word remove
-42	word removed
-48	word removing
-40	word rename
-66	word render
-65	word replace
-24	word replaced
-35	word replacing
-37	word replay
-84	word repo
-39	word report
-32	word reported
-25	word repository
-53	word req
-101	word request
-126	word requestid
-45	word requests
-33	word require
-34	word required
-32	word requires
-50	word resolve
-45	word resolved
-67	word resolves
-40	word resource
-49	word resources
-30	word rest
57	word restic_password
-87	word result
-63	word results
-36	word retry
-12	word returned
-72	word returns
-46	word reverse
-44	word revert
-62	word review
-47	word rewrite
-30	word rewrote
-40	word rfc
-107	word rgba
-59	word role
-48	word roles
78	word root
47	word root'
38	word root_password
29	word rootkey
44	word rootpassword
76	word rootpw
-40	word rotation
-38	word round
-32	word route
-33	word routes
-36	word row
-29	word rs
-48	word rule
-33	word rules
-82	word run
-40	word running
-82	word runs
-53	word runs-on
-58	word s
55	word s'
138	word sa
-63	word salt
-69	word same
-57	word sandbox
53	word save
-45	word says
-29	word sbin
-56	word scan
-29	word schema
-67	word schemas
-64	word scope
-48	word scopes
60	word scott
-31	word script
-34	word scripts
-36	word sdk
-13	word search
-66	word second
127	word secret
54	word secret'
65	word secret_key
68	word secret_key_base
38	word secrets
-26	word section
-82	word security
-62	word see
-61	word seed
-54	word seeded
-30	word segments
-53	word select
-70	word self
136	word send
78	word sendkeys
47	word senha
-50	word sent
-50	word separate
-11	word server
-71	word servers
-57	word service
-86	word services
-60	word session
-53	word session-id
-97	word session_id
-124	word sessionid
-87	word sessionids
-44	word sessions
-51	word set
-67	word setbasicauth
76	word setpassword
-40	word sets
-32	word setting
-42	word settings
-33	word setup
-68	word severity
-15	word sha256
-50	word shape
72	word share
-80	word shared
33	word sharedcontraseña
41	word sharedkey
18	word sharedmot_de_passe
-39	word shell
-55	word should
-54	word show
-47	word shows
-20	word sid
-37	word sidebar
-56	word sign
-44	word signature
-39	word signatures
-18	word signed
-56	word signin
37	word simple
-38	word since
-56	word single
-58	word size
-19	word skills
-48	word skip
-44	word slice
-80	word slug
124	word smith
102	word smith'
37	word smtp_pass
21	word smtp_passcode
31	word smtp_password
-50	word so
-35	word solid
120	word some
-87	word source
-26	word sources
-44	word space
-54	word span
-60	word specific
-59	word specs
-74	word spf13
-36	word split
-58	word sprintf
-46	word src
-45	word srv
46	word ssh_password
13	word ssh密码
-40	word stable
-20	word stack
26	word stage
-20	word staging
-40	word stale
-32	word standard
-27	word starlight
-88	word start
-56	word started_at
-39	word startedat
-69	word starting
-37	word startswith
-28	word starttime
-102	word state
14	word static
-16	word status
-92	word std
-29	word stderr
-41	word stdin
-40	word step
20	word still
-59	word stop
-55	word storage
-63	word store
-26	word stored
38	word storepassword
-29	word stores
46	word str
-60	word strategy
-68	word stream
-37	word streaming
96	word string
-39	word string'
-32	word stringify
-53	word strings
-75	word struct
-44	word structure
-53	word style
-22	word sub
-58	word subagent
-147	word subagent_tokens
-21	word subscription
-54	word success
-50	word suffix
-23	word suite
-20	word sum
-65	word summary
55	word support
157	word svc_app
89	word svc_app'
-35	word sync
75	word sys
95	word system
-58	word t
-69	word t00
-51	word t04
-38	word t10
-55	word t12
-28	word t15
-52	word t16
-31	word t18
45	word tab
-68	word table
-57	word tag
-47	word take
-37	word takes
64	word target
-71	word targets
-49	word task
-129	word task-id
-37	word taskid
-95	word tasks
-109	word tcp
-39	word team
-27	word technical
-51	word tempdir
-63	word template
-48	word term
-43	word terminal
36	word test
133	word tester
-35	word testing
-75	word tests
61	word text
-25	word text-center
-48	word text-xs
-37	word than
-69	word that
-144	word the
-54	word their
-88	word theme
-93	word then
-26	word there
-42	word they
-75	word this
-32	word those
-46	word three
-48	word threshold
-69	word through
-11	word throw
-41	word throws
-56	word time
-47	word timeout
-85	word timestamp
-87	word title
-32	word tls
-85	word tmp
-55	word tmpdir
59	word to
20	word tobe
-33	word tocontain
-66	word todo
35	word token'
-52	word token's
-44	word tokens
-63	word tokenusage
-55	word toml
62	word tool
-97	word tool-use-id
-19	word tool_uses
-55	word toor
-39	word top
-32	word top-level
-63	word total
-103	word total_tokens
-44	word totaltokens
-19	word tothrow
-48	word totp
-74	word trace
-31	word trailing
-66	word transcript
-30	word transform
-31	word transport
-37	word tree
-10	word tried
-56	word trigger
-24	word triggers
-49	word true
-17	word truncated
33	word try
-76	word ts
-65	word two
71	word txt
10	word type
-60	word typed
-72	word typeof
-61	word types
-23	word typescript
61	word typetext
-146	word u
-58	word ubuntu
-38	word ui
-67	word uid
-29	word uint32
-18	word undefined
-41	word undefined'
-55	word under
-32	word unexpected
-46	word unique
-55	word unix
-38	word unknown
-64	word until
-78	word unused
-71	word up
-95	word update
-88	word updated
-57	word updated_at
-51	word updatedat
-69	word updates
-57	word upload
-60	word uri
-104	word url
-43	word usage
59	word use
-48	word used
-85	word user
-120	word user'
-50	word user's
-31	word user-agent
-45	word user_id
15	word user_пароль
61	word userid
-117	word username
-68	word username'
12	word userpassword
34	word users
35	word usersecret
-136	word uses
29	word using
-86	word usr
-52	word uuid
-64	word v
-53	word v0
-65	word v1
32	word v2
56	word v3
-74	word val
-70	word valid
-16	word validate
-39	word validation
154	word value
-28	word valueerror
-79	word values
-89	word var
-69	word variable
12	word vault_passphrase
-80	word verification
-79	word verified
37	word verify
-101	word version
-13	word versions
-107	word via
-74	word view
-21	word vm
-43	word void
-16	word volumes
-43	word vs
-45	word w
95	word wachtwoord
60	word wachtwoord'
-73	word want
-42	word warn
-33	word warning
110	word was
-24	word way
-21	word we
-83	word web
-79	word webhook
-75	word webhooks
-38	word wg
-53	word what
-118	word when
-49	word where
-25	word whether
-29	word which
-43	word while
-37	word whole
-79	word width
32	word wifi_passwd
44	word wifi_password
40	word wifimot_de_passe
36	word wifipsk
-65	word wiki
-42	word will
-67	word windows
-48	word wire
42	word with
-42	word within
-47	word without
77	word withpassword
-46	word work
-28	word working
-64	word workspace
-54	word would
-71	word wpa_passphrase
-46	word wrapper
-53	word write
-16	word wrong
-48	word ws
43	word wss
88	word x
-17	word x'
64	word x-api-key
26	word x-auth-token
-16	word x00
-43	word x01
-23	word x0a
-28	word x64
-116	word xfreerdp
-20	word xml
-34	word y
-51	word yaml
-45	word yellow
44	word yes
-36	word yet
-53	word yml
-64	word you
-30	word your
110	word z
-47	word zaq12wsx
-62	word zero
-45	word ·
75	word är
87	word è
88	word é
33	word ña
47	word ösenord
10	word ło
70	word şifre
49	word базы
79	word пароль
73	word сервера
112	word –
-29	word —
131	word ›
-36	word ←
-66	word │
-42	word └──
-16	word ├──
-49	word ✅
50	word パスワード
83	word パスワードは
35	word パスワードは「
86	word 密码
67	word 数据库密码是
92	word 비밀번호
67	word 비밀번호는`;
