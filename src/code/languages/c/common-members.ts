/** Functions of C++'s standard containers, strings, streams, pointers, threads and iterators. */
const OF_STANDARD = `append assign at back bad base before_begin begin bucket c_str capacity cbegin cend clear clone close compare
  contains copy count crbegin crend data detach emplace emplace_back emplace_front empty end ends_with equal_range erase
  exceptions exchange expired extract fail fill find find_first_not_of find_first_of find_last_of first flags flush front fetch_add
  fetch_sub get get_deleter getline good has_value hash_code hour imbue init insert insert_after is_open iterator join joinable key
  left length load lock lock_shared lower_bound max max_size merge min name native_handle notify_all notify_one open owns_lock peek
  pop pop_back pop_front precision ptr push push_back push_front put rbegin rdbuf read ready refresh release remove remove_if rend
  replace reserve reset resize reverse rfind run seek seekg seekp second set set_value shrink_to_fit size size_bytes sort splice
  start starts_with stop store str subspan substr swap sync tellg tellp test to_string top try_emplace try_lock type unget unique
  unlock unlock_shared unset upper_bound use_count value value_or values wait wait_for wait_until what width write
  print next prev add update process handle create destroy call apply`;

/** A call of one of these names gives no hint of the type. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(OF_STANDARD.split(/\s+/));
