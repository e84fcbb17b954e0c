/** More programs, in the notation of `program-table.ts`: tools for files, networks, clouds, devices and security. */
export const MORE_PROGRAMS = `
knife: -P
slappasswd: -s
mc mcli: add>3
chisel: --auth: --auth
stegsnow steghide stegseek: -p
cryptcat: -k
sic: -k
mupdf mutool mupdf-gl mupdf-x11: -p
pdftotext pdfinfo pdfimages pdftoppm pdftocairo pdfseparate pdfunite: -upw -opw
olevba oleobj msoffcrypto-tool: -p
transmission-daemon: -v
croc: --code send>--code send>-c
lwp-request lwp-mirror GET HEAD POST: -C:
grafana: reset-admin-password>-1
redis-benchmark: -a
glab: login>-t
doctl hcloud linode-cli: -t --token
twurl: -s
openttd: -p
driverquery getmac setx tasklist taskkill systeminfo gpresult openfiles shutdown eventcreate: /p /P
funzip unar: -password -p
pio platformio: -p --password
snowsql: -p
isql: 3
xxh: ++password
chpass pwpolicy: -setpassword
dscl sysadminctl: -password -adminPassword -newPassword
networksetup: -setairportnetwork>3
kinit: --password
nbtscan enum4linux enum4linux-ng smbmap rpcdump.py: -p
ldapdomaindump: -p --password+
bloodhound-python certipy certipy-ad: -p -password
hydra: -p
medusa: -p
sqsh: -P
tdbdump tdbtool: -k
dig nsupdate: -y:
tailscale: up>--authkey login>--authkey
zerotier-cli: -T
netbird: up>--setup-key
cloudflared: --token run>--token
frpc frps: -t --token
nomad consul: -token
waypoint boundary: -token -password
step: --password
gopass: insert>2
rbw: unlock>1
keybase: --paperkey
pm2: link>1 link>2
newrelic: --apiKey
datadog-ci: --api-key
fastlane: -p
altool xcrun: -p --password
notarytool: --password
security: -P
appcenter: login>--token
eas expo: login>-p
firebase: login:ci>--token --token
surge: --token
sfdx sf: -p --password
mvn: --encrypt-password>1 --encrypt-master-password>1 -emp>1 -ep>1
conan: user>-p login>-p
jfrog jf: --password --access-token --apikey
rustic: -p
duplicacy: -p
kopia: --password -p
b2: authorize-account>2 authorize>2
megatools: -p
gdrive: --client-secret
onedrive: --password
ncftpput ncftpget ncftpls: -p
curlftpfs: -u: user=
vncserver tigervncserver x0vncserver: -p --password
remmina: -p
xfreerdp2: /p:
nxc: -p
ipmipower ipmi-sensors ipmi-chassis ipmiconsole ipmi-sel bmc-info: -p
fence_ipmilan fence_apc fence_ilo fence_vmware: -p
racadm: -p
ilorest hponcfg: -p
esxcli vim-cmd govc: -p
ovftool: --X:
VBoxManage vboxmanage: --password createencpassword>1
vmrun: -gp -vp
virt-install virt-customize virt-sysprep: --root-password --password
guestfish: --key
salt salt-call: --password
bolt: -p --password
cf: auth>2
bosh: --client-secret
ibmcloud: --apikey
scw: secret-key=
aliyun tccli: --access-key-secret --secretKey
ossutil ossutil64: -k
coscmd: -s -a
qshell: account>2
mysqlrouter mysqld_safe: -p+
pg_md5: 1
pg_dump pg_restore pg_basebackup createuser: -W+
isqlplus toad sql sqlcl: 1/
mongoimport mongoexport: -p
neo4j cypher-shell: -p
arangodump arangorestore arangoimport: --server.password
couchdb couch: -p
cbbackup cbrestore cbq couchbase-cli cbimport cbexport: -p -password
clickhouse clickhouse-client clickhouse-local: --password
trino presto drill: -p
impala-shell hive: -p
kafkacat kcat: -p
rabbitmqadmin: -p
activemq artemis: --password
celery flower: --basic_auth:
mosquitto_passwd: 3
ttn chirpstack: -p
mail mailx: smtp-auth-password=
fetchmail getmail: -p
offlineimap mbsync: -p
neomutt: -p
jenkins-cli: -auth:
gitea forgejo: --password
gogs: --password
sentry: createuser>--password
mattermost mmctl: create>--password
rocketchat: -p
synapse register_new_matrix_user: -p
prosodyctl: passwd>2
fs_cli: -p
pjsua linphonec sipsak sipp: -a -ap --password
wpscan joomscan: --password --api-token
sqlmap: --auth-cred:
nikto: -id:
zap-cli: --api-key
aircrack-ng airdecap-ng: -p
bettercap: -p
ecryptfs-add-passphrase mount.ecryptfs: 1
cmsutil pk12util: -W -K -w
gpgsm gpgconf: --passphrase
ykman: --password -p -P
pkcs11-tool pkcs15-tool: --pin --so-pin --puk -p
softhsm2-util: --pin --so-pin
tpm2_create tpm2_createprimary tpm2_load: -p -P
pass-otp oathtool: 1
htdigest: 4
caddy: --plaintext -p
smbpasswd pdbedit: -w
ffsend: -p
flask-unsign: -S
idevicebackup2: encryption>2
ss-local ss-server ss-tunnel ss-redir sslocal ssserver: -k
uv hatch flit pdm maturin: publish>-t publish>-p upload>-p
zpaq: -key
zrok: enable>1
create_ap: -1
rclone: pass>1
dexter: -s
mcrypt mdecrypt: -k
az: sql>-p vm>-p
dscl: -passwd>2
autologon autologon.exe: 3
bao: unseal>1
kubeadm: join>--token create>1
psae pscsrv: -CP
mkstore: -createCredential>3
vercel now bws exercism flyctl fly forge onboardbase gt: -t --token
cicada: -s
FNDCPASS: 1/ 4/ 7
rasdial: 3
kadmin kadmin.local: -w
ccrypt ccdecrypt ccencrypt: -K
easyrsa: --passin=pass: --passout=pass:
htdbm: b?3
siege: --login=:
dbmcli: -u: -u,
gpg-preset-passphrase: -P
groupadd groupmod: -p
net adcli realm wbinfo: -U% -a%
airflow atlas atuin cf csdx mongocli: -p
helm: login>-p
fastly: --secret-key
hdparm: --security-unlock --security-set-pass --security-erase --security-disable
tpm2_nvread tpm2_nvwrite tpm2_unseal tpm2_load tpm2_changeauth tpm2_sign: -P -p
`;
