const NAMES = `abs add add_assign all and and_then any append arg args as_bytes as_deref as_millis as_mut as_mut_slice as_nanos
  as_os_str as_path as_ptr as_ref as_secs as_secs_f64 as_slice as_str as_string await_ back_mut binary_search borrow
  borrow_mut build builder by_ref bytes canonicalize capacity cause ceil chain char_indices chars checked_add
  checked_mul checked_sub chunks clamp clear clone clone_from cloned cmp collect compare_exchange concat contains
  contains_key context copied copy_from_slice count create_new current_dir cycle dedup default deref deref_mut
  description deserialize display div downgrade drain drop duration_since elapsed ends_with entry enumerate env envs eq
  eq_ignore_ascii_case err escape_debug exists exit_code exp expect expect_err extend extend_from_slice extension
  fetch_add fetch_sub field file_name file_stem file_type fill filter filter_map find find_map finish first first_mut
  flat_map flatten floor flush fmt fold for_each from from_str ge get get_mut get_or_init get_or_insert_with gt hash id
  ignore index index_mut insert insert_str inspect into into_boxed_slice into_inner into_iter into_keys into_owned
  into_string into_values is_absolute is_alphabetic is_alphanumeric is_char_boundary is_digit is_dir is_empty is_err
  is_file is_multiple_of is_nan is_none is_ok is_power_of_two is_relative is_some is_some_and is_symlink is_whitespace
  iter iter_mut join keys kind last last_mut le leading_zeros len lines ln load lock lookup_host lt make_ascii_lowercase
  map map_err map_or map_or_else map_while matches max max_by max_by_key metadata min min_by min_by_key modified mul ne
  neg new next next_back next_if not now nth ok ok_or ok_or_else open or or_default or_else or_insert or_insert_with
  output parent parse partial_cmp partition path peek peekable pid poll poll_next pop pop_back pop_front pos position
  pow powf powi product ptr_eq push push_back push_front push_str range read read_dir read_exact read_line read_to_end
  read_to_string recv rem remove rename repeat replace replacen reserve resize retain rev rfind rotate_left round
  rposition rsplit rsplitn saturating_add saturating_sub scan seek send serialize set set_extension set_len shift
  shrink_to_fit signum skip skip_while sort sort_by sort_by_key sort_unstable source spawn split split_at split_first
  split_last split_off split_once split_whitespace splitn sqrt starts_with status stderr stdin stdout step_by store
  strip_prefix strip_suffix sub sum swap swap_remove symlink_metadata take take_while then then_some then_with
  to_ascii_lowercase to_ascii_uppercase to_bits to_le_bytes to_lowercase to_owned to_path_buf to_str to_string
  to_string_lossy to_uppercase to_vec total_cmp trailing_zeros trim trim_end trim_matches trim_start truncate try_clone
  try_fold try_for_each try_from try_into try_lock try_recv unsigned_abs unwrap unwrap_err unwrap_or unwrap_or_default
  unwrap_or_else unzip update upgrade values values_mut visit_str wait wait_timeout wake windows with_capacity
  with_context with_extension with_file_name wrapping_add wrapping_sub write write_all write_fmt write_str writeln xor
  zip`;

/** Functions of the types and traits of Rust's standard library, and of packages that many programs use. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(NAMES.split(/\s+/));
