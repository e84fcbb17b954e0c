# Starts processes for a worker of vitest or for its server, which `starter.ts` hands over. To fork takes as long as the memory
# of the process is large: a worker needs ten times what this small one does.
#
#   perl starter.pl sync FOLDER    a request is the file FOLDER/request, announced by a line in FOLDER/ask; FOLDER/answer gets one line.
#                                  It ends when its stream 3 does
#   perl starter.pl async FOLDER   requests come over the socket FOLDER/starter; the processes' streams are sockets of FOLDER/streams
#
# Every field of a request ends with a NUL: id, folder, flag "leads a group", kinds of the three streams, number of words, the
# words of the command, and the environment. An answer is a line of words.
use strict;
use warnings;
use Fcntl;

my ($mode, $folder) = @ARGV;
$SIG{PIPE} = sub { };    # a started program does not inherit it, as it would inherit IGNORE
open(my $nothing, '+<', '/dev/null') or die "/dev/null: $!";
open(my $errors,  '>&', \*STDERR)   or die $!;
if   ($mode eq 'sync') { one_by_one() }
else                   { require Socket; Socket->import(); side_by_side() }

sub one_by_one {
    exit if fork;                                 # it has no parent from now on
    open(my $end, '<&=', 3) or die "3: $!";
    fcntl($end, F_SETFD, FD_CLOEXEC);
    sysopen(my $ask,    "$folder/ask",    O_RDWR) or die "$folder/ask: $!";
    sysopen(my $answer, "$folder/answer", O_RDWR) or die "$folder/answer: $!";
    while (1) {
        my $wanted = '';
        vec($wanted, fileno($_), 1) = 1 for $ask, $end;
        next unless select($wanted, undef, undef, undef) > 0;
        last if vec($wanted, fileno($end), 1);    # vitest has ended
        sysread($ask, my $line, 512) or last;
        open(my $file, '<', "$folder/request") or die "$folder/request: $!";
        my ($pid, $errno) = start(fields(do { local $/; <$file> }));
        if ($errno) { syswrite($answer, "fail $errno\n"); next }
        waitpid($pid, 0);
        syswrite($answer, join(' ', 'end', $? >> 8, $? & 127, $pid) . "\n");
    }
}

sub side_by_side {
    socket(my $listening, PF_UNIX(), SOCK_STREAM(), 0) or die $!;
    bind($listening, sockaddr_un("$folder/starter")) or die $!;
    listen($listening, 1)          or die $!;
    my ($parent, $waiting) = (getppid(), '');
    vec($waiting, fileno($listening), 1) = 1;
    until (select(my $ready = $waiting, undef, undef, 1) > 0) { return if getppid() != $parent }    # it was killed
    accept(my $control, $listening) or die $!;
    pipe(my $wake, my $ended)      or die $!;
    fcntl($_, F_SETFL, fcntl($_, F_GETFL, 0) | O_NONBLOCK) for $wake, $ended;
    $SIG{CHLD} = sub { syswrite($ended, '.') };
    my ($asked, %ids) = ('');
    while (1) {
        my $wanted = '';
        vec($wanted, fileno($_), 1) = 1 for $control, $wake;
        # Perl may be told of an ended process just before it begins to wait, and then would not notice: it looks again.
        my $ready = select($wanted, undef, undef, %ids ? 0.02 : undef) > 0;
        sysread($wake, my $dots, 512) if $ready && vec($wanted, fileno($wake), 1);
        while ((my $pid = waitpid(-1, 1)) > 0) {    # 1: WNOHANG
            my $status = $?;
            syswrite($control, join(' ', 'end', $ids{$pid}, $status >> 8, $status & 127) . "\n") if $ids{$pid};
            delete $ids{$pid};
        }
        next unless $ready && vec($wanted, fileno($control), 1);
        sysread($control, $asked, 1 << 20, length $asked) or last;    # whoever asked has ended
        while (length $asked >= 4 && length $asked >= 4 + (my $size = unpack('N', $asked))) {
            my @request = fields(substr($asked, 4, $size));
            substr($asked, 0, 4 + $size) = '';
            my ($pid, $errno) = start(@request);
            $ids{$pid} = $request[0] unless $errno;
            syswrite($control, ($errno ? "fail $request[0] $errno" : "start $request[0] $pid") . "\n");
        }
    }
}

sub fields { my @fields = split /\0/, $_[0], -1; pop @fields; return @fields }

# Returns the number of the process, or also the error number when its program or its folder is not there. The streams, the folder and
# the environment become this process's own before it forks: every line of Perl after that copies memory, until the program starts.
sub start {
    my ($id, $cwd, $leads, $streams, $count, @rest) = @_;
    my @words = splice(@rest, 0, $count);
    my %wanted = map { split /=/, $_, 2 } @rest;
    exists $wanted{$_} or delete $ENV{$_} for keys %ENV;
    defined $ENV{$_} && $ENV{$_} eq $wanted{$_} or $ENV{$_} = $wanted{$_} for keys %wanted;
    unless (chdir($cwd) && open_streams($id, split //, $streams)) {
        my $errno = $! + 0;
        close_streams();
        return (0, $errno);
    }
    require POSIX if $leads;
    pipe(my $told, my $tell) or die $!;    # closed when the program starts
    my $pid = fork() // die $!;
    if (!$pid) {
        POSIX::setsid() if $leads;
        { no warnings 'exec'; exec { $words[0] } @words }
        syswrite($tell, $! + 0);
        kill 'KILL', $$;
    }
    close $tell;
    close_streams();
    my $failed = sysread($told, my $errno, 10);
    return $pid unless $failed;
    waitpid($pid, 0);
    return ($pid, $errno);
}

sub open_streams {
    my ($id, @kinds) = @_;
    for my $fd (0 .. 2) {
        my ($own, $way) = ((\*STDIN, \*STDOUT, \*STDERR)[$fd], $fd ? '>' : '<');
        if ($kinds[$fd] eq 's') {
            my $stream;
            socket($stream, PF_UNIX(), SOCK_STREAM(), 0) && connect($stream, sockaddr_un("$folder/streams")) or return 0;
            syswrite($stream, sprintf('%-11d%d', $id, $fd));
            open($own, "$way&", $stream) or return 0;
        }
        elsif ($kinds[$fd] eq 'f') { open($own, $way,    "$folder/$fd") or return 0 }
        else                       { open($own, "$way&", $nothing)      or return 0 }
    }
    return 1;
}

# A stream has ended for its reader only when this process has closed it, too.
sub close_streams {
    open(STDIN,  '<&', $nothing) or die $!;
    open(STDOUT, '>&', $nothing) or die $!;
    open(STDERR, '>&', $errors)  or die $!;
}
