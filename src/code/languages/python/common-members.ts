const NAMES = `__abs__ __abstractmethods__ __add__ __aenter__ __aexit__ __and__ __bool__ __call__ __ceil__ __class__
  __class_getitem__ __contains__ __del__ __delattr__ __delitem__ __dict__ __dir__ __divmod__ __doc__ __enter__ __eq__
  __exit__ __float__ __floor__ __floordiv__ __format__ __ge__ __getattribute__ __getitem__ __getnewargs__ __getstate__
  __gt__ __hash__ __iadd__ __imul__ __index__ __init__ __init_subclass__ __int__ __invert__ __ior__ __iter__ __le__
  __len__ __lshift__ __lt__ __mod__ __module__ __mul__ __ne__ __neg__ __new__ __next__ __or__ __pos__ __post_init__
  __pow__ __radd__ __rand__ __rdivmod__ __reduce__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__
  __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setattr__
  __setitem__ __setstate__ __sizeof__ __slots__ __str__ __sub__ __subclasshook__ __truediv__ __trunc__ __weakref__
  __xor__ absolute accept aclose acquire acquire_lock add addClassCleanup addCleanup addFilter addHandler
  addTypeEqualityFunc add_argument add_argument_group add_done_callback add_header add_mutually_exclusive_group add_note
  add_reader add_section add_signal_handler add_subparsers add_writer addfile adjusted append appendleft as_bytes
  as_integer_ratio as_posix as_string as_tuple as_uri assertAlmostEqual assertAlmostEquals assertCountEqual
  assertDictContainsSubset assertDictEqual assertEqual assertEquals assertFalse assertGreater assertGreaterEqual
  assertIn assertIs assertIsInstance assertIsNone assertIsNot assertIsNotNone assertLess assertLessEqual assertListEqual
  assertLogs assertMultiLineEqual assertNoLogs assertNotAlmostEqual assertNotAlmostEquals assertNotEqual assertNotEquals
  assertNotIn assertNotIsInstance assertNotRegex assertNotRegexpMatches assertRaises assertRaisesRegex
  assertRaisesRegexp assertRegex assertRegexpMatches assertSequenceEqual assertSetEqual assertTrue assertTupleEqual
  assertWarns assertWarnsRegex assert_ assert_any_call assert_called assert_called_once assert_called_once_with
  assert_called_with assert_has_calls assert_not_called astimezone attach attach_mock backup begin betavariate bind
  bind_partial bit_count bit_length blobopen bz2open callHandlers call_at call_exception_handler call_later call_soon
  call_soon_threadsafe callback cancel cancelled cancelling canonical capitalize casefold cast center chmod choice
  choices chown cleanup clear close combine commit communicate compare compare_signal compare_total compare_total_mag
  configure_mock conjugate connect connect_accepted_socket connect_ex connect_read_pipe connect_write_pipe
  convert_arg_line_to_args copy copy_abs copy_negate copy_sign count countTestCases createLock create_aggregate
  create_collation create_connection create_datagram_endpoint create_function create_future create_server create_task
  create_unix_connection create_unix_server create_window_function critical ctime cursor cwd date debug decode default
  defaultTestResult default_exception_handler defaults del_param deserialize detach difference difference_update digest
  discard doClassCleanups doCleanups done dst dup elements emit empty encode end endheaders endswith enterClassContext
  enterContext enter_async_context enter_context error exception execute executemany executescript exists exit exp
  expand expandtabs expanduser expovariate extend extendleft extract extractall extractfile fail failIf
  failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual failUnlessEqual failUnlessRaises failureException fatal
  fetchall fetchmany fetchone fileno fileobject filter find findCaller findall finditer findtext flush fma format
  format_help format_map format_usage from_bytes from_callable from_float fromhex fromisocalendar fromisoformat fromkeys
  fromordinal fromtimestamp fromutc full fullmatch gammavariate gauss generic_visit get getChild getEffectiveLevel
  getName get_all get_boundary get_charset get_charsets get_content_charset get_content_disposition get_content_maintype
  get_content_subtype get_content_type get_coro get_debug get_default get_default_type get_exception_handler
  get_filename get_inheritable get_loop get_name get_nowait get_param get_params get_payload get_stack get_task_factory
  get_unixfrom getaddrinfo getblocking getboolean getbuffer getcode getfloat getheader getheaders getinfo getint
  getlimit getmember getmembers getnameinfo getnames getpeername getrandbits getresponse getroot getsockname getsockopt
  getstate gettarinfo gettimeout geturl getvalue glob group groupdict groups gzopen handle handleError hardlink_to
  hasHandlers has_option has_section hex hexdigest home id index info infolist insert interrupt intersection
  intersection_update isDaemon isEnabledFor isSet is_absolute is_alive is_block_device is_canonical is_char_device
  is_closed is_dir is_fifo is_file is_finite is_infinite is_integer is_mount is_multipart is_nan is_normal is_qnan
  is_relative_to is_reserved is_running is_set is_signed is_snan is_socket is_subnormal is_symlink is_zero isalnum
  isalpha isascii isatty isclosed isdecimal isdigit isdisjoint isidentifier islower isnumeric isocalendar isoformat
  isoweekday isprintable isspace issubset issuperset istitle isupper items iter iter_unpack iterdir iterdump iterencode
  iterfind itertext join joinpath keys kill lchmod link_to list listen ljust ln locked locked_lock log log10 logb
  logical_and logical_invert logical_or logical_xor lognormvariate lower lstat lstrip makeRecord makedev makedir
  makeelement makefifo makefile makelink maketrans makeunknown map match max max_mag min min_mag mkdir mock_add_spec
  most_common move_to_end mro namelist next next_minus next_plus next_toward normalize normalvariate notify notifyAll
  notify_all now number_class open options optionxform owner pack pack_into paretovariate parse parse_args
  parse_intermixed_args parse_known_args parse_known_intermixed_args partition peek poll pop pop_all popitem popleft
  print_help print_stack print_usage printdir push push_async_callback push_async_exit put put_nowait putheader
  putrequest qsize quantize radix randbytes randint random randrange raw_items read read1 read_bytes read_dict read_file
  read_string read_text readable readfp readinto readinto1 readline readlines readlink reconfigure recv recv_into
  recvfrom recvfrom_into recvmsg recvmsg_into register relative_to release release_lock remainder_near remove
  removeFilter removeHandler remove_done_callback remove_option remove_reader remove_section remove_signal_handler
  remove_writer removeprefix removesuffix rename replace replace_header request reset_mock resolve response_class result
  reverse rfind rglob rindex rjust rmdir rollback rotate rpartition rsplit rstrip run run_forever run_in_executor
  run_until_complete running same_quantum samefile sample scaleb scanner search sections seed seek seekable send
  send_signal sendall sendfile sendmsg sendmsg_afalg sendto serialize set setDaemon setFormatter setLevel setName setUp
  setUpClass set_authorizer set_boundary set_charset set_debug set_debuglevel set_default_executor set_default_type
  set_defaults set_exception set_exception_handler set_inheritable set_name set_param set_payload set_progress_handler
  set_raw set_result set_running_or_notify_cancel set_task_factory set_trace_callback set_tunnel set_type set_unixfrom
  setblocking setdefault setinputsizes setlimit setoutputsize setpassword setsockopt setstate settimeout setup shift
  shortDescription shuffle shutdown shutdown_asyncgens shutdown_default_executor skipTest sock_accept sock_connect
  sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall sock_sendfile sock_sendto sort span split
  splitlines sqrt start start_tls startswith stat stop strftime strip strptime sub subTest submit subn subprocess_exec
  subprocess_shell subtract swapcase symlink_to symmetric_difference symmetric_difference_update tarinfo taropen
  task_done tearDown tearDownClass tell terminate testzip throw time timestamp timetuple timetz title to_bytes
  to_eng_string to_integral to_integral_exact to_integral_value tobytes today tolist toordinal toreadonly total
  total_seconds touch translate triangular truncate tzname uncancel uniform union unlink unpack unpack_from update upper
  utcfromtimestamp utcnow utcoffset utctimetuple utime values visit visit_Constant vonmisesvariate wait wait_for walk
  warn warning weekday weibullvariate with_name with_stem with_suffix with_traceback writable write write_bytes
  write_c14n write_text writeheader writelines writerow writerows writestr xzopen zfill`;

/** Functions of the built-in types, and of types of the standard library that many programs use. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(NAMES.split(/\s+/));
