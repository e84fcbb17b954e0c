// The same as starter.pl, without a copy of its own memory for each program that it starts: six files took a sixth less processor time.
// It is compiled at the start of a run of the tests, where there is a compiler. See starter.pl for what it is told and what it answers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static const char *folder;
static int woken[2];

static void die(const char *what) { perror(what); exit(1); }
static void ignore(int number) { (void)number; }
static void wake(int number) { int before = errno; if (write(woken[1], ".", 1) < 0) {} errno = before; (void)number; }

static void place(char *into, size_t size, const char *name) {
  if ((size_t)snprintf(into, size, "%s/%s", folder, name) >= size) { errno = ENAMETOOLONG; die(folder); }
}

static void send_all(int to, const char *text, size_t left) {
  while (left > 0) {
    ssize_t sent = write(to, text, left);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return; // whoever asked has ended; the next read shows it
    text += sent;
    left -= (size_t)sent;
  }
}

static int connected(const char *name) {
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  place(address.sun_path, sizeof address.sun_path, name);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made >= 0 && connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
  if (made >= 0) close(made);
  return -1;
}

// One of the three streams of a program.
static int stream(char kind, int fd, const char *id) {
  char path[4096], head[16];
  if (kind == 's') {
    int made = connected("streams");
    if (made < 0) return -1;
    send_all(made, head, (size_t)snprintf(head, sizeof head, "%-11s%d", id, fd));
    return made;
  }
  if (kind != 'f') return open("/dev/null", O_RDWR | O_CLOEXEC);
  char name[2] = { (char)('0' + fd), 0 };
  place(path, sizeof path, name);
  return fd == 0 ? open(path, O_RDONLY | O_CLOEXEC) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

// Starts what a request of this many bytes wants. Returns the number of the process, or 0 with the error in `errno`. The fields end with a
// NUL each: id, folder, flag "leads a group", kinds of the streams, number of words, the words, and the environment.
static pid_t start(char *request, size_t size, const char **id) {
  size_t count = 0;
  for (size_t i = 0; i < size; i++) count += request[i] == 0;
  char **fields = malloc((count + 2) * sizeof *fields);
  if (!fields) die("malloc");
  char *at = request;
  for (size_t i = 0; i < count; i++, at += strlen(at) + 1) fields[i] = at;
  fields[count] = NULL;
  *id = fields[0];
  size_t words = strtoul(fields[4], NULL, 10);
  // The words end where the environment begins.
  char **env = malloc((count + 1) * sizeof *env);
  if (!env) die("malloc");
  memcpy(env, fields + 5 + words, (count - 5 - words + 1) * sizeof *env);
  fields[5 + words] = NULL;
  environ = env; // the program is looked for in this PATH

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (*fields[2] && *fields[2] != '0') posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  int own[3] = { -1, -1, -1 }, error = chdir(fields[1]) == 0 ? 0 : errno;
  for (int fd = 0; fd < 3 && !error; fd++) {
    own[fd] = stream(fields[3][fd], fd, fields[0]);
    if (own[fd] < 0) error = errno;
    else posix_spawn_file_actions_adddup2(&actions, own[fd], fd);
  }
  pid_t pid = 0;
  if (!error) error = posix_spawnp(&pid, fields[5], &actions, &attributes, fields + 5, env);
  for (int fd = 0; fd < 3; fd++) if (own[fd] >= 0) close(own[fd]); // a stream has ended for its reader only then
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  static char *none[] = { NULL };
  environ = none;
  free(env);
  free(fields);
  errno = error;
  return error ? 0 : pid;
}

static void one_by_one(void) {
  char path[4096], line[512], answer[64];
  if (fork() != 0) exit(0); // it has no parent from now on
  fcntl(3, F_SETFD, FD_CLOEXEC);
  place(path, sizeof path, "ask");
  int ask = open(path, O_RDWR | O_CLOEXEC);
  place(path, sizeof path, "answer");
  int to = open(path, O_RDWR | O_CLOEXEC);
  if (ask < 0 || to < 0) die(path);
  for (;;) {
    struct pollfd waiting[2] = { { ask, POLLIN, 0 }, { 3, POLLIN, 0 } };
    if (poll(waiting, 2, -1) < 0) continue;
    if (waiting[1].revents) return; // vitest has ended
    if (read(ask, line, sizeof line) <= 0) return;
    place(path, sizeof path, "request");
    FILE *file = fopen(path, "re");
    if (!file) die(path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *request = malloc(size + 1);
    if (!request || fread(request, 1, size, file) != size) die(path);
    fclose(file);
    const char *id;
    pid_t pid = start(request, size, &id);
    int length, status = 0;
    if (pid == 0) length = snprintf(answer, sizeof answer, "fail %d\n", errno);
    else {
      while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
      length = snprintf(answer, sizeof answer, "end %d %d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                        WIFSIGNALED(status) ? WTERMSIG(status) : 0, (int)pid);
    }
    free(request);
    send_all(to, answer, (size_t)length);
  }
}

struct running { pid_t pid; long id; };
static struct running *all;
static size_t used, room;

static void remember(pid_t pid, long id) {
  if (used == room && !(all = realloc(all, (room = room * 2 + 64) * sizeof *all))) die("realloc");
  all[used++] = (struct running){ pid, id };
}

static void tell_ended(int control) {
  int status;
  char answer[64];
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    for (size_t i = 0; i < used; i++)
      if (all[i].pid == pid) {
        send_all(control, answer, (size_t)snprintf(answer, sizeof answer, "end %ld %d %d\n", all[i].id,
                                                   WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                                                   WIFSIGNALED(status) ? WTERMSIG(status) : 0));
        all[i] = all[--used];
        break;
      }
}

static void side_by_side(void) {
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  place(address.sun_path, sizeof address.sun_path, "starter");
  int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0 || listen(listening, 1) < 0) die("starter");
  pid_t parent = getppid();
  struct pollfd first = { listening, POLLIN, 0 };
  while (poll(&first, 1, 1000) <= 0) if (getppid() != parent) return; // it was killed
  int control = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
  if (control < 0 || pipe2(woken, O_CLOEXEC | O_NONBLOCK) < 0) die("starter");
  signal(SIGCHLD, wake);
  char *asked = NULL;
  size_t length = 0, space = 0;
  for (;;) {
    struct pollfd waiting[2] = { { control, POLLIN, 0 }, { woken[0], POLLIN, 0 } };
    if (poll(waiting, 2, -1) < 0) continue;
    char dots[512];
    if (waiting[1].revents && read(woken[0], dots, sizeof dots) < 0) {}
    tell_ended(control);
    if (!waiting[0].revents) continue;
    if (space - length < (1 << 16) && !(asked = realloc(asked, space += 1 << 17))) die("realloc");
    ssize_t more = read(control, asked + length, space - length);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return; // whoever asked has ended
    length += (size_t)more;
    size_t at = 0;
    for (;;) {
      unsigned char *head = (unsigned char *)asked + at;
      if (length - at < 4) break;
      size_t size = ((size_t)head[0] << 24) | ((size_t)head[1] << 16) | ((size_t)head[2] << 8) | head[3];
      if (length - at < 4 + size) break;
      const char *id;
      char answer[64];
      pid_t pid = start(asked + at + 4, size, &id);
      int error = errno;
      if (pid) remember(pid, strtol(id, NULL, 10));
      send_all(control, answer, (size_t)(pid ? snprintf(answer, sizeof answer, "start %s %d\n", id, (int)pid)
                                             : snprintf(answer, sizeof answer, "fail %s %d\n", id, error)));
      at += 4 + size;
    }
    memmove(asked, asked + at, length - at);
    length -= at;
  }
}

int main(int count, char **words) {
  if (count != 3) return 2;
  folder = words[2];
  signal(SIGPIPE, ignore); // a started program does not inherit it, as it would inherit SIG_IGN
  if (strcmp(words[1], "sync") == 0) one_by_one();
  else side_by_side();
  return 0;
}
