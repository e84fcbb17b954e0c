/** The methods of PHP's own classes, and a few names that most frameworks use for many things. */
const METHODS = `accept add addAll addEmptyDir addFile addFromString allowsNull apiVersion append asort attach attachIterator beginChildren
  beginIteration beginTransaction bind bindColumn bindParam bindTo bindValue bottom buffer buildFromDirectory buildFromIterator
  call callGetChildren callHasChildren canBePassedByValue canCompress canWrite cases chmod close closeCursor columnCount commit
  compare compress compressFiles contains containsIterator convertToData convertToExecutable copy count countIterators create
  createDefaultStub createFromDateString createFromFormat createFromImmutable createFromInterface createFromMutable create_sid
  current debugDumpParams decompress decompressFiles delMetadata delete dequeue destroy detach detachIterator diff endChildren
  endIteration enqueue eof errorCode errorInfo exchangeArray exec execute extract extractTo fetch fetchAll fetchColumn fetchObject
  fflush fgetc fgetcsv fgets file filter flock format fpassthru fputcsv fread from fromArray fromArrayElement fromCallable fscanf
  fseek fstat ftell ftruncate fwrite gc generate get getATime getAlias getArguments getArrayCopy getArrayIterator getAttribute
  getAttributes getAuthor getAvailableDrivers getBackingType getBackingValue getBasename getBytes getCRC32 getCTime getCache
  getCallable getCase getCases getChildren getClass getClassNames getClasses getClosure getClosureCalledClass getClosureScopeClass
  getClosureThis getClosureUsedVariables getCode getColumnMeta getCompressedSize getConstant getConstants getConstructor
  getContent getCopyright getCsvControl getCurrent getCurrentLine getDateInterval getDeclaringClass getDeclaringFunction
  getDefaultProperties getDefaultValue getDefaultValueConstantName getDependencies getDepth getDocComment getEndDate getEndLine
  getEntry getEnum getExecutingFile getExecutingGenerator getExecutingLine getExtension getExtensionName getExtractFlags getFiber
  getFile getFileInfo getFilename getFlags getFunction getFunctions getGroup getHash getINIEntries getId getInfo getInnerIterator
  getInode getInt getInterfaceNames getInterfaces getIterator getIteratorClass getIteratorIndex getIteratorMode getLastErrors
  getLine getLinkTarget getLocation getMTime getMaxDepth getMaxLineLen getMessage getMetadata getMethod getMethods getMode
  getModified getModifierNames getModifiers getName getNamespaceName getNumberOfParameters getNumberOfRequiredParameters getOffset
  getOwner getParameters getParentClass getPath getPathInfo getPathname getPerms getPharFlags getPosition getPostfix getPrefix
  getPregFlags getPrevious getProperties getProperty getPrototype getRealPath getRecurrences getReflectionConstant
  getReflectionConstants getRegex getReturn getReturnType getSeverity getShortName getSignature getSize getStartDate getStartLine
  getStaticProperties getStaticPropertyValue getStaticVariables getStub getSubIterator getSubPath getSubPathname
  getSupportedCompression getSupportedSignatures getTarget getTentativeReturnType getThis getTimestamp getTimezone getTokenName
  getTrace getTraceAsString getTraitAliases getTraitNames getTraits getTransitions getType getTypes getURL getValue getVersion
  hasCase hasChildren hasConstant hasDefaultValue hasMetadata hasMethod hasNext hasProperty hasPrototype hasReturnType
  hasTentativeReturnType hasType implementsInterface inNamespace inTransaction info insert interceptFileFuncs invoke invokeArgs is
  isAbstract isAnonymous isArray isBacked isBuffering isBuiltin isCRCChecked isCallable isCloneable isClosure isCompressed
  isConstructor isCorrupted isDefault isDefaultValueAvailable isDefaultValueConstant isDeprecated isDestructor isDir isDisabled
  isDot isEmpty isEnum isEnumCase isExecutable isFile isFileFormat isFinal isGenerator isIgnorable isInitialized isInstance
  isInstantiable isInterface isInternal isIterable isIterateable isLink isOptional isPassedByReference isPersistent isPrivate
  isPromoted isProtected isPublic isReadOnly isReadable isRepeated isRunning isStarted isStatic isSubclassOf isSuspended
  isTemporary isTerminated isTrait isUserDefined isValidPharFilename isVariadic isWritable jsonSerialize jump jumpLong key ksort
  lastInsertId listAbbreviations listIdentifiers loadPhar mapPhar modify mount mungServer natcasesort natsort newInstance
  newInstanceArgs newInstanceWithoutConstructor next nextElement nextInt nextRowset notify offsetExists offsetGet offsetSet
  offsetUnset onClose onCreate open openFile pickArrayKeys pop prepare prev push query quote read recoverFromCorruption removeAll
  removeAllExcept resume returnsReference rewind rollBack rowCount running seek send serialize setAccessible setAlias setAttribute
  setCsvControl setDate setDefaultStub setExtractFlags setFetchMode setFileClass setFlags setISODate setInfo setInfoClass
  setIteratorClass setIteratorMode setMaxDepth setMaxLineLen setMetadata setMode setPostfix setPrefixPart setPregFlags
  setSignatureAlgorithm setSize setStaticPropertyValue setStub setTime setTimestamp setTimezone setValue set_flags shift
  shuffleArray shuffleBytes start startBuffering stopBuffering sub suspend throw toArray tokenize top tryFrom uasort uksort
  unlinkArchive unserialize unshift update updateTimestamp valid validateId webPhar write handle process run execute create build
  get set has add remove all first last save delete update find where`;

/** A call of one of these names gives no hint of the type. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set(METHODS.split(/\s+/));
