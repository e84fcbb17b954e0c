/**
 * The secrets in the arguments of programs, according to their documentation. A line has program names, a colon, and arguments:
 *
 *     -p    the value of this option, in the next word or joined to it          -p+    only joined to it
 *     -k~   only in the next word
 *     -u:   a user and a secret, separated by a colon (also `%`, `,`, `/`)      pass:  a word with this prefix
 *     2     the second word that is not an option, counted after the words before `>`
 *     b?2   the same, when an option has this letter                            -1     the last word
 */
export const TABLE = `
mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlbinlog mysqlslap mysqlpump mysqlsh mycli mariadb mariadb-dump mariadb-admin mariadb-backup xtrabackup: -p+
sshpass: -p
mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop cqlsh beeline influx cypher-shell arangosh snowsql vertica vsql dbaccess: -p -pw
sqlcmd osql isql bcp tsql fisql usql: -P
redis-cli valkey-cli keydb-cli: -a AUTH>1 AUTH>2 auth>1 auth>2
sqlplus sqlldr rman expdp impdp exp imp: 1/
curl xh: --cert: -E: --proxy-cert: -u: -su: -sSu: -ku: -sku: -vu: -iu: -Lu: -fsSu: -U: --user: --proxy-user: --proxy:
http https httpie xh: -a: --auth:
ab: -A: -P:
etcdctl elasticsearch-users kibana: --user: -p
docker podman nerdctl buildah skopeo helm oras crane: login>-p --creds: --src-creds: --dest-creds:
oc cf ibmcloud bx az cloudctl kpack tkn: login>-p
argocd rancher: login>-p --token:
ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare ldapmodrdn ldappasswd ldapvi: -w
ldappasswd: -s -a
smbclient rpcclient smbget smbmap smbcacls nmblookup: -U% --user%
smbpasswd: -w
smbclient: 2
mosquitto_pub mosquitto_sub mosquitto_rr: -P
mosquitto_passwd: b?3
mysqladmin mariadb-admin: password>1
ipmitool: -P
ipmiutil: -P
xfreerdp xfreerdp3 wlfreerdp sdl-freerdp rdesktop mstsc: /p: -p
pihole psexec winexe crackmapexec netexec nxc evil-winrm wmiexec.py psexec.py secretsdump.py smbexec.py hydra medusa: -p
plink pscp psftp putty klink: -pw
htpasswd: b?3 b?-1
openssl: pass: -k~ -K~ passwd>1 passwd>-1 -pass -passin -passout
gpg gpg2: --passphrase
7z 7za 7zr 7zz: -p+
zip unzip zipcloak: -P
rar unrar: -hp+ -p+
ssh-keygen: -N -P
keytool jarsigner apksigner: pass: -new -keypass -storepass
snmpwalk snmpget snmpset snmpbulkwalk snmptrap snmptable: -c -A -X
svn: --password
twine: upload>-p
nuget dotnet: push>-k -ApiKey setapikey>1
cargo: login>1
gem: push>--key
ngrok: authtoken>1 add-authtoken>1
snyk: auth>1
shodan: init>1
vault bao: put>k=v patch>k=v login>1 unseal>1 rekey>1
bw: unlock>1 login>2
lpass op: login>2
poetry: http-basic.*>2 pypi-token.*>1 http-basic>3 
composer: http-basic.*>2 github-oauth.*>1 gitlab-token.*>1 bearer.*>1
rabbitmqctl rabbitmqadmin: add_user>2 change_password>2 authenticate_user>2
neo4j-admin: set-initial-password>1
grafana-cli grafana: reset-admin-password>1
wpa_passphrase: 2
x11vnc: -passwd
lftp ncftp: -u, -p
ftp: -u:
useradd usermod adduser: -p
rclone: obscure>1
mc mcli: alias>5
s3cmd: --secret_key
qpdf: --encrypt>1 --encrypt>2
mkpasswd: m?-1
pdftk: user_pw>1 owner_pw>1 input_pw>1
security: import>-P export>-P set-keychain-password>-o set-keychain-password>-p set-key-partition-list>-k add-generic-password>-w add-internet-password>-w unlock-keychain>-p create-keychain>-p
asadmin wsadmin.sh: -password
airflow: create>-p
superset: --password
sentry-cli: login>--auth-token
heroku: auth:token>1
doctl: init>-t
codecov: -t
circleci: setup>1
travis: encrypt>9
sshpass.exe: -p
nats: --password
kcadm.sh: -p --password
add-user.sh add-user.bat: -p
jboss-cli.sh: -p
influxd: --password
nmcli: password>1
iwconfig: key>1
virsh: secret-set-value>2
pulumi: set>2
kubectl oc: generic>--from-literal=
aws: put-parameter>--value
ipa-server-install ipa-replica-install ipa-client-install: -p -a -w -P
schtasks schtasks.exe: /rp
swift: -K
db2 clpplus: using>1
veracrypt truecrypt: -p
drush: upwd>2 user-password>2 user:password>2
net: password>1 user>2
govc: -l:
sc sc.exe: password=
wbadmin nltest dsadd dsmod dsget: -pwd
sshpass-win: -p
airmon-ng aircrack-ng: -p
btcli bitcoin-cli: walletpassphrase>1 encryptwallet>1 -rpcpassword
geth: --unlock
cast forge: --private-key --mnemonic
solana-keygen: --passphrase
borg restic: --password
git-crypt: unlock>9
age rage: -p+
ansible-vault: --vault-password encrypt_string>1
minisign signify: -W+
fossil: password>1
cvs: -p+
p4: -P
tf: --password
xpra vncviewer vncdo: --password -passwd -P
mcrcon rcon rcon-cli: -p -password
doveadm: pw>-p
synouser: --setpw>2 --add>2
samba-tool: create>2 add>2
ejabberdctl prosodyctl: register>3
ttyd gotty wetty: -c: -credential:
transmission-remote: -n: --auth:
steamcmd: +login>2
wandb kaggle huggingface-cli hf: login>1
dvc: password>1
hdbsql exaplus nzsql: -p -pw
signtool signtool.exe: /p
certutil certutil.exe pvk2pfx: -p -pi -po
osslsigncode: -pass
create_ap: 4
netsh: key=
nmcli: wifi-sec.psk>1 802-11-wireless-security.psk>1
networksetup: -setairportnetwork>3
nmap ncrack patator: --password
wget2 aria2c: --http-passwd --ftp-passwd
yt-dlp youtube-dl: -p
mutt s-nail mailx swaks sendemail sendEmail: -ap -xp --auth-password
imapsync: --password1 --password2
kpcli: --pwfile
pg_ctl pgbench: -W+
psql: -W+
mqttx hivemq mqtt: -P -pw
coap-client: -k
radtest: 2
tinc strongswan: --password
nordvpn protonvpn expressvpn: login>2
megaput megaget megals megadl megacopy: -p
udisksctl: --key
zmap: -k
adb: enable>9
`;
