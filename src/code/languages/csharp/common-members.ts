/** Methods of .NET's strings, collections, LINQ, tasks, streams, readers, dates, reflection and of test libraries. */
const METHODS = `Abort Accept Add AddDays AddHours AddMilliseconds AddMinutes AddMonths AddRange AddSeconds AddYears Aggregate All Any
  Append AppendFormat AppendLine Apply As AsEnumerable AsMemory AsParallel AsQueryable AsReadOnly AsSpan AsTask Assert Average Begin
  BeginInvoke BinarySearch Build Build Call Cancel CancelAfter CanRead Cast Change Check Clear Clone Close CloseAsync Combine Commit
  CommitAsync CompareExchange CompareTo Compile Complete Compute ComputeHash Concat ConfigureAwait Contains ContainsKey ContainsValue
  ContinueWith Convert ConvertAll Copy CopyTo CopyToAsync Count Create CreateCommand CreateInstance CreateScope CreateText Decrement
  DefaultIfEmpty Delete Deserialize Dequeue Dispose DisposeAsync Distinct Do DynamicInvoke ElementAt ElementAtOrDefault Emit Empty
  EndInvoke EndsWith Enqueue EnsureCapacity Enter Enumerate EqualTo Equals Error Except Execute ExecuteAsync ExecuteNonQuery
  ExecuteReader ExecuteScalar Exists Exit Expand Fail Fill Finalize Find FindAll FindIndex First FirstOrDefault Flush FlushAsync
  ForEach Format Free GenericTypeArguments Get GetAsync GetAttribute GetAttributes GetAwaiter GetByteCount GetBytes GetChildren
  GetConstructor GetConstructors GetCustomAttribute GetCustomAttributes GetData GetElementType GetEnumerator GetField GetFields
  GetGenericArguments GetGenericTypeDefinition GetHashCode GetILGenerator GetInterfaces GetInvocationList GetItem GetLength GetMember
  GetMembers GetMethod GetMethods GetName GetNames GetParameters GetProperties GetProperty GetRange GetResult GetService
  GetRequiredService GetString GetType GetTypeInfo GetUpperBound GetValue GetValueOrDefault GetValues GroupBy GroupJoin Handle
  HasFlag Increment IndexOf IndexOfAny Information Initialize Insert InsertRange Intersect Invoke InvokeAsync IsAssignableFrom
  IsDefined IsInstanceOfType IsMatch IsSubclassOf Join Last LastIndexOf LastOrDefault Length Load LoadAsync Lock Log LogError
  LogInformation LogWarning LongCount MakeArrayType MakeGenericMethod MakeGenericType Match Matches Max MaxBy Min MinBy Move
  MoveNext MoveNextAsync Next NextResult Normalize NotNull OfType Open OpenAsync OpenRead Order OrderBy OrderByDescending PadLeft
  PadRight Parse Peek Pop Post Prepend Print Process Publish Pulse Push Put Query Raise Range Read ReadAllText ReadAsync ReadByte
  ReadInt32 ReadLine ReadToEnd ReadToEndAsync Record Register Release Remove RemoveAll RemoveAt RemoveRange Repeat Replace Reset
  Resolve Return Returns Reverse Rollback RollbackAsync Run RunAsync Save SaveAsync SaveChanges SaveChangesAsync Seek Select
  SelectMany Send SendAsync SequenceEqual Serialize Set SetLength SetResult SetException SetValue Setup Should Show Single
  SingleOrDefault Skip SkipWhile Slice Sort Split Start StartAsync StartsWith Stop StopAsync Subscribe Substring Subtract Sum Swap
  Take TakeWhile Test ThenBy ThenByDescending Throw Throws ToArray ToArrayAsync ToBoolean ToCharArray ToDictionary ToHashSet
  ToInt32 ToList ToListAsync ToLocalTime ToLookup ToLower ToLowerInvariant ToObject ToString ToUniversalTime ToUpper
  ToUpperInvariant Track Transform Trim TrimEnd TrimStart True False TryAdd TryDequeue TryGetValue TryParse TryPeek TryPop TryTake
  Union Unsubscribe Update Use Validate Verify Visit Wait WaitAll WaitAny WaitAsync WaitOne Warning WhenAll WhenAny Where With Write
  WriteAsync WriteByte WriteEndElement WriteLine WriteLineAsync WriteStartElement WriteTo Zip`;

/** A call of one of these names gives no hint of the type. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(METHODS.split(/\s+/));
