/** The methods of Ruby's own types, and names that most frameworks use for many things. */
const METHODS = `abort abort_on_exception abs absolute_path absolute_path? add_trace_func advise alias_method aliases alive? all? all_symbols
  allbits? allocate ancestors angle any? anybits? append arg argv0 arity ascii_compatible? ascii_only? asctime assoc at at_exit
  atime attr attr_accessor attr_reader attr_writer autoclose? autoload autoload? b backtrace backtrace_locations basename begin
  between? binding binmode binmode? binread binwrite birthtime bit_length block_given? blockdev? blocking? bsearch bsearch_index
  bytes bytesize byteslice call caller caller_locations capitalize capitalize! captures casecmp casecmp? casefold? catch cause
  ceil center chain chardev? chars chdir children chmod chomp chomp! chop chop! chown chr chroot chunk chunk_while clamp class
  class_eval class_exec class_variable_defined? class_variable_get class_variable_set class_variables clear clock_getres
  clock_gettime clone close close_on_exec? close_read close_write closed? codepoints coerce collect collect! collect_concat
  combination compact compact! compare_by_identity compare_by_identity? compatible? compile concat const_defined? const_get
  const_missing const_set const_source_location constants copy_stream count cover? crypt ctime current current_scheduler curry
  cycle daemon day deconstruct deconstruct_keys default default_external default_internal default_proc define_method
  define_singleton_method delete delete! delete_at delete_if delete_prefix delete_prefix! delete_suffix delete_suffix! denominator
  deprecate_constant deq detach detect difference dig digits directory? dirname display div divmod downcase downcase! downto drop
  drop_while dst? dummy? dump dup each each_byte each_char each_child each_codepoint each_cons each_entry each_grapheme_cluster
  each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object eager egid empty? encode encode!
  encoding end end_with? enq entries enum_for eof eof? eql? escape euid eval even? except exception exclude_end? exec executable?
  executable_real? exist? exists? exit exit! expand_path extend external_encoding extname fail fcntl fdatasync fdiv feed fetch
  fetch_values file? fileno fill filter filter! filter_map find find_all find_index finite? first fixed_encoding? flat_map flatten
  flatten! flock floor flush fnmatch fnmatch? for_fd force force_encoding foreach fork format freeze friday? frozen? fsync ftype
  full_message gcd gcdlcm getbyte getc getgm getlocal getpgid getpgrp getpriority getrlimit gets getsid getutc getwd gid glob
  global_variables gm gmt? gmt_offset gmtime gmtoff grapheme_clusters grep grep_v group group_by groups grpowned? gsub gsub!
  handle_interrupt has_key? has_value? hash hex home hour id2name identical? ignore_deadlock include include? included_modules
  index infinite? initgroups inject insert inspect instance_method instance_methods instance_of? instance_variable_defined?
  instance_variable_get instance_variable_set instance_variables integer? intern internal_encoding intersect? intersection invert
  ioctl is_a? isatty isdst iterator? itself join keep_if key key? keys kill kind_of? lambda lambda? last last_match last_status
  lazy lchmod lchown lcm length lineno lines link list ljust load local local_variables locale_charmap localtime lock locked? loop
  lstat lstrip lstrip! lutime magnitude main map map! marshal_dump match match? match_length max max_by maxgroups mday member?
  members merge merge! message method method_defined? methods min min_by minmax minmax_by mkdir mkfifo mktime module_eval
  module_exec modulo mon monday? month mtime name name_list named_captures names nan? native_thread_id negative? nesting new
  new_seed next next! next_float next_values nil? nobits? none? now nsec num_waiting numerator object_id oct odd? offset one? open
  options ord original_name owned? owner p pack parameters partition pass path peek peek_values pending_interrupt? permutation
  phase pid pipe pipe? pop popen pos positive? post_match pow ppid pre_match pread pred prepend prev_float print printf priority
  private? private_class_method private_constant private_instance_methods private_method_defined? private_methods proc produce
  product protected? protected_instance_methods protected_method_defined? protected_methods public? public_class_method
  public_constant public_instance_method public_instance_methods public_method public_method_defined? public_methods public_send
  push putc puts pwd pwrite quo quote raise rand rassoc rationalize read read_nonblock readable? readable_real? readbyte readchar
  readline readlines readlink readpartial realdirpath realpath receiver reduce regexp rehash reject reject! remainder
  remove_class_variable remove_instance_variable remove_method rename reopen repeated_combination repeated_permutation replace
  replicate report_on_exception require require_relative respond_to? resume reverse reverse! reverse_each rewind rindex rjust
  rmdir rotate rotate! round rpartition rstrip rstrip! ruby2_keywords ruby2_keywords_hash ruby2_keywords_hash? run sample
  saturday? scan schedule scheduler scrub scrub! sec seed seek select select! send set_backtrace set_encoding set_encoding_by_bom
  set_scheduler set_trace_func setbyte setgid? setpgid setpgrp setpriority setproctitle setrlimit setsid setuid? shift shuffle
  shuffle! singleton_class singleton_class? singleton_method singleton_methods size size? sleep slice slice! slice_after
  slice_before slice_when socket? sort sort! sort_by sort_by! source source_location spawn split sprintf sqrt squeeze squeeze!
  srand start start_with? stat status step sticky? stop stop? store strftime string strip strip! sub sub! subclasses subsec succ
  succ! sum sunday? super_method superclass swapcase swapcase! symlink symlink? sync synchronize syscall sysopen sysread sysseek
  system syswrite taint tainted? take take_while tally tap tell terminate test then thread_variable? thread_variable_get
  thread_variable_set thread_variables throw thursday? times to_a to_ary to_c to_enum to_f to_h to_hash to_i to_int to_io to_path
  to_proc to_r to_s to_str to_sym to_tty? tr tr! tr_s tr_s! trace_var transfer transform_keys transform_keys! transform_values
  transform_values! transpose trap truncate trust try_convert try_lock tty? tuesday? tv_nsec tv_sec tv_usec uid umask unbind
  undef_method undump ungetbyte ungetc unicode_normalize unicode_normalize! unicode_normalized? union uniq uniq! unlink unlock
  unpack unpack1 unshift untaint untrace_var untrust untrusted? upcase upcase! update upto urandom usec used_modules utc utc?
  utc_offset utime valid_encoding? value value? values values_at wait wait2 waitall waitpid waitpid2 wakeup warn wday wednesday?
  with_index with_object world_readable? world_writable? writable? writable_real? write write_nonblock yday year yield yield_self
  zero? zip zone parse to_json generate dump request response body headers status params build create destroy save update find
  where order includes execute process handle run start config options settings name id title url path type value context
  described_class expect to not_to to_not eq be token routes json let mock stub should assert`;

/** A call of one of these names gives no hint of the type. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(METHODS.split(/\s+/));

const LIBRARIES = `English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate did_you_mean digest drb erb error_highlight etc
  expect fcntl fiddle fileutils find forwardable getoptlong io ipaddr irb json kconv logger minitest mkmf monitor mutex_m net nkf
  objspace observer open-uri open3 openssl optionparser optparse ostruct pathname pp prettyprint pstore psych pty racc random
  rbconfig rdoc readline reline resolv rinda ripper rubygems securerandom set shellwords singleton socket stringio strscan syslog
  tempfile thread time timeout tmpdir tsort un uri weakref yaml zlib`;

/** The libraries that come with Ruby, by the first part of their paths. */
export const OF_RUBY: ReadonlySet<string> = new Set(LIBRARIES.split(/\s+/));
