const NAMES = `Abs Acc Accept AcceptTCP AcceptUnix Add AddAssistTime AddAttrs AddCookie AddDate AddExistingFiles AddFS AddFile AddIP
  AddIdleMarkWorker AddInsecureBypassPattern AddLine AddLineColumnInfo AddLineInfo AddParseTree AddSRV AddTrustedOrigin
  AddX Addr AddrPort Addrs AdjustStream After AfterFunc Align AllRegsCall Alloc AllocRange AllocToCache
  AllocedBytesPerOp AllocsPerOp And AndNot AnotherMethod Any Append AppendBinary AppendFormat AppendText AppendUint16
  AppendUint32 AppendUint64 Arg Args ArtifactDir As AsAny AsBool AsDuration AsFloat64 AsInt64 AsString AsUint64
  AssignableTo AssistWorkPerByte Attr Attrs Authenticate Available AvailableBuffer B Back Base BaseContext BasicAuth
  Before Begin BeginTx Binomial Bit BitLen Bits BlockUntilParked Bool BoolFunc BoolVar BoundAddr Boundary Bounds
  BreakWithError Broadcast Buffer Buffered Bytes Cache Call CallSlice CanAddr CanComplex CanConvert CanFloat CanInt
  CanInterface CanSeq CanSeq2 CanSet CanTakeNewRequest CanUint CancelRequest Cap Capacity ChanDir Chdir Check
  CheckCorpus CheckNamedValue Chmod Choose Chown Chtimes Classify Cleanup Clear Clock Clone Close CloseAndRemoveAll
  CloseConn CloseIdleConnections CloseNotify CloseRead CloseStream CloseWithError CloseWrite Cmp CmpAbs ColumnConverter
  ColumnTypeScanType ColumnTypes Columns CombinedOutput Comments Commit Comparable Compare CompareAndDelete
  CompareAndSwap Complex Compose Conn Connect ConnectionState Consume Contains Context Control Convert ConvertValue
  ConvertibleTo Cookie Cookies CookiesNamed CoordinateFuzzing Copy Count Create CreateFormField CreateFormFile
  CreateHeader CreatePart CreateRaw Data DataOffset DataSize DatabaseTypeName Date Day Deadline Debug DebugContext
  DebugData DecimalSize Decode DecodeElement DecodeValue Decompose DefaultMask DefinedTemplates Del Delete Delims Denom
  Dequeue Dial DialContext DialIP DialTCP DialUDP DialUnix DialWithConn DisallowUnknownFields Discard Dist Div DivMod Do
  Done Driver Drop Duration DurationVar Elapsed Elem Empty EnableFullDuplex Enabled Encode EncodeElement EncodeToken
  EncodeValue End EndCycle Enqueue Entry Environ Equal Equals Err ErrOrEOF Error ErrorContext ErrorDetail ErrorHandling
  Errorf EscapeString EscapedFragment EscapedPath Exec ExecContext Execute ExecuteTemplate ExitCode Exited Exp
  ExpFloat64 Expand ExpandString ExportAllConnsByState ExportAllConnsIdle ExportIsReplayable F FS Fail FailNow Failed
  Fatal Fatalf Fatalln Fd Field FieldAlign FieldByIndex FieldByIndexErr FieldByName FieldByNameFunc FieldPos Fields File
  FileInfo FileLine FileName Fill FillBytes Filter Find FindAll FindAllIndex FindAllString FindAllStringIndex
  FindAllStringSubmatch FindAllStringSubmatchIndex FindAllSubmatch FindAllSubmatchIndex FindIndex FindReaderIndex
  FindReaderSubmatchIndex FindScavengeCandidate FindString FindStringIndex FindStringSubmatch FindStringSubmatchIndex
  FindSubmatch FindSubmatchIndex FindSucc FinishGCTransition First Flag Flags Float Float32 Float64 Float64Var FloatPrec
  FloatString Flush FlushError ForeachSetting FormDataContentType FormFile FormName FormValue Format Framer Free
  FreeRange Front Func Funcs Fuzz GCActive GCD GCDone GCMarkAssistDone GCMarkAssistStart GCMethod GCStart GCSweepDone
  GCSweepSpan GCSweepStart GE GNUHash Generate Get GetClientConn GetU Glob Gname Go GoCreate GoCreateSyscall
  GoDestroySyscall GoEnd GoPark GoPreempt GoSched GoStart GoStop GoString GoSwitch GoSysCall GoSysExit GoUnpark
  GobDecode GobEncode Gomaxprocs GoroutineStackAlloc GoroutineStackExists GoroutineStackFree Group Grow HTTP1 HTTP2
  Handle HandleFunc Handler Has HasDuplicates HasNextResultSet HasPriority HashFunc Head Header HeaderBlockFragment
  HeaderEncoder HeadersEnded HeapAlloc HeapGoal HeapLive HeapMarked HeapObjectAlloc HeapObjectExists HeapObjectFree
  Helper Hex Hijack Hostname Hour Hours Hypotenuse I I16 ISOWeek IdleConnCountForTesting IdleConnKeyCountForTesting
  IdleConnKeysForTesting IdleConnStrsForTesting IdleConnStrsForTesting_h2 IdleConnWaitMapSizeForTesting Implements
  ImportPath In InFlight InUse InUseBytes InUseObjects IncNonDefault Increment Indent Index Info InfoContext Init
  InitRuntimeCoverage Inlined InputOffset InputPos Ins Insert InsertAfter InsertBefore Int Int31 Int31n Int32Method
  Int63 Int63n Int64 Int64Method Int64Var IntVar Interface InterfaceData Intn Inv Is IsAbs IsAck IsBoolFlag
  IsClosedByPeer IsDST IsDir IsExported IsGlobalUnicast IsHTTP2NoCachedConnError IsIdleForTesting IsInf IsInt IsInt64
  IsInterfaceLocalMulticast IsKeyword IsLinkLocalMulticast IsLinkLocalUnicast IsLiteral IsLoopback IsMulticast IsNil
  IsOperator IsPrivate IsRegular IsUint64 IsUnspecified IsValid IsVariadic IsZero Iterate JoinPath Key Keys Kill Kind
  LastInsertId Lchown Len Length Less Level Limit Limiting Line LineCount LineStart Lines Link Listen ListenAndServe
  ListenAndServeTLS ListenPacket LiteralPrefix Load LoadAndDelete LoadOrStore Local LocalAddr Location Lock Lock1 Lock2
  Log LogAttrs LogValue LogValuer Logf Longest Lookup LookupAddr LookupCNAME LookupHost LookupIP LookupIPAddr LookupMX
  LookupNS LookupNetIP LookupPort LookupSRV LookupTXT Loop Lsh Lstat M MAdd MantExp MapIndex MapKeys MapRange MarkDead
  MarshalBinary MarshalJSON MarshalJSONTo MarshalText MarshalXML MarshalXMLAttr Mask Match MatchReader MatchString Max
  MaxTokenSize Maybe MemString MergeLine Method Method0 Method1 Method2 Method3 MethodByName Methods Microseconds
  Milliseconds MinPrec Minute Minutes Mkdir MkdirAll Mod ModInverse ModSqrt ModTime Mode ModulePath Month More Move
  MoveAfter MoveBefore MoveToBack MoveToFront Mul MulRange MulticastAddrs MultipartReader MultipathTCP Multistream
  MyError NArg NFlag Name Nanosecond Nanoseconds NeedIdleMarkWorker NeedUpdate Neg Network New NewClientConn Next
  NextGen NextPart NextRawPart NextResultSet NoArgs NonSeq NonSeq2 NormFloat64 Not NsPerOp Nullable Num NumAttrs
  NumField NumFields NumIn NumInput NumMethod NumOut NumPendingRequestsForTesting NumSettings NumSubexp Offset Open
  OpenConnector OpenFile OpenRaw OpenRoot OpenStream Option Or Out Outer Output Outs Overflow OverflowComplex
  OverflowFloat OverflowInt OverflowUint P PC PallocBits PallocData Panic Panicf Panicln Parallel Parse ParseArgs
  ParseFS ParseFiles ParseForm ParseGlob ParseMultipartForm Parsed Password PathValue Payload Peek Perm Pid Pin Ping
  PingContext PkgPath Pointer PollFD Pop PopHead PopTail PopcntRange Port Pos Position PositionFor Post PostForm
  PostFormValue Prec Precedence Precision Prefix Prepare PrepareContext Prev Print PrintDefaults PrintTrie Printf
  Println ProbablyPrime Proc ProcStart ProcSteal ProcStop ProtoAtLeast PseudoFields PseudoValue Public Push PushBack
  PushBackList PushFront PushFrontList PushHead Put PutIdleTestConn PutIdleTestConnH2 PutString PutUint16 PutUint32
  PutUint64 Query QueryContext QueryRow QueryRowContext QueueForIdleConnForTesting Quo QuoRem RLock RLocker RUnlock Rand
  Range Ranges Rat RatString Raw RawToken Read ReadAll ReadAt ReadBit ReadBits ReadBits64 ReadByte ReadBytes ReadCorpus
  ReadDir ReadFile ReadForm ReadFrame ReadFrameForHeader ReadFrameHeader ReadFrom ReadFromIP ReadFromUDP
  ReadFromUDPAddrPort ReadFromUnix ReadLine ReadLink ReadMode ReadMsgIP ReadMsgUDP ReadMsgUDPAddrPort ReadMsgUnix
  ReadRune ReadSlice ReadString Readdir Readdirnames Readlink Record Recur Recv Redacted Referer RegisterCompressor
  RegisterDecompressor RegisterOnShutdown RegisterProtocol RegsAndStackCall RegularFields Release Released Rem
  RemoteAddr Remove RemoveAll RemoveFile RemoveIdleMarkWorker Rename Replace ReplaceAll ReplaceAllFunc ReplaceAllLiteral
  ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc Replacer ReportAllocs ReportMetric RequestURI Reserve
  ReserveNewRequest Reset ResetCapacity ResetCoverage ResetSearchAddrs ResetSession ResetTimer Resolve ResolveReference
  Restore Revise Rollback Round RoundTrip RoundTripErr RoundTripOpt RowsAffected Rsh Run RunFuzzWorker RunParallel
  RuntimeError S STWDone STWStart SVG Scan ScanType Scav Scavenge Scavenged ScavengedSetRange Scheme Search Second
  Seconds Seed Seek Send Seq Seq2 Serve ServeConn ServeHTTP ServeTLS Set SetBasicAuth SetBit SetBits SetBool SetBoundary
  SetBytes SetCap SetComment SetComplex SetConnMaxIdleTime SetConnMaxLifetime SetCookies SetDeadline SetDenyHandler
  SetDoNotReuse SetEmpty SetEscapeHTML SetFlags SetFloat SetFloat64 SetFrac SetFrac64 SetHTTP1 SetHTTP2 SetIndent SetInf
  SetInt SetInt64 SetIterKey SetIterValue SetKeepAlive SetKeepAliveConfig SetKeepAlivePeriod SetKeepAlivesEnabled SetLen
  SetLines SetLinesForContent SetLinger SetMantExp SetMapIndex SetMaxIdleConns SetMaxIdleMarkWorkers SetMaxOpenConns
  SetMaxReadFrameSize SetModTime SetMode SetMultipathTCP SetNoDelay SetOffset SetOutput SetPanicOnExit0 SetParallelism
  SetPathValue SetPointer SetPrec SetPrefix SetRat SetReadBuffer SetReadBufferSize SetReadDeadline SetReuseFrames
  SetStateHook SetString SetTTL SetUint SetUint64 SetUnencryptedHTTP2 SetUnlinkOnClose SetWriteBuffer SetWriteDeadline
  SetZero Setenv Setting Shuffle Shutdown Sign SignMessage Signal Signbit Size Skip SkipNow SkipSpace Skipf Skipped
  Slice Slice3 SnapshotCoverage SomeMethod Sort SortStrings Source SpanAlloc SpanExists SpanFree SpillStructCall Split
  Sqrt Square Stack Start StartCPUProfile StartCycle StartGCTransition StartTestLog StartTimer Stat State Stats Status
  StderrPipe StdinPipe StdoutPipe Stmt StmtContext Stop StopCPUProfile StopTestLog StopTimer Store StoreMarked StoreMin
  StoreNoWB StoreUnmark StreamEnded StreamID String StringVar Sub SubexpIndex SubexpNames Success Suffix Sum32 Summarize
  Swap SymHash Symlink Sync Sys SysUsage SyscallConn SystemTime TakeRandom TempDir Templates Temporary Text TextVar Time
  Timeout To16 To4 Token TotalBytes TotalDist Track TrailingZeroBits Triggered TrueFalse Truncate TryLock TryRLock
  TryRecv TrySend Type U64 UTC Uint Uint16 Uint32 Uint64 Uint64Var UintVar Uname UnencryptedHTTP2 UnencryptedNetConn
  Unix UnixMicro UnixMilli UnixNano Unlink Unlock Unlock1 Unlock2 UnmarshalBinary UnmarshalJSON UnmarshalJSONFrom
  UnmarshalText UnmarshalXML UnmarshalXMLAttr Unpin UnreadByte UnreadRune UnsafeAddr UnsafePointer Unused Unwrap Update
  Updatef UseNumber Used UserAgent UserTime Username Valid Value ValueRegMethodSpillInt ValueRegMethodSpillPtr Values
  Var Visit VisitAll W Wait Wake Warn WarnContext Weekday Width With WithAttrs WithContext WithGroup WithHandle WithT
  Write WriteAll WriteAt WriteByte WriteContinuation WriteData WriteDataPadded WriteField WriteFile WriteGoAway
  WriteHeader WriteHeaders WriteMode WriteMsgIP WriteMsgUDP WriteMsgUDPAddrPort WriteMsgUnix WritePing WritePriority
  WriteProfileTo WriteProxy WritePushPromise WriteRSTStream WriteRawFrame WriteRune WriteSettings WriteSettingsAck
  WriteString WriteSubset WriteTo WriteToIP WriteToUDP WriteToUDPAddrPort WriteToUnix WriteWindowUpdate Writer Xor Y
  Year YearDay Zone ZoneBounds`;

/** Methods of the types of Go's standard library. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(NAMES.split(/\s+/));
