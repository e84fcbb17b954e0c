/**
 * The arguments of functions that are secrets, counted from one, according to the documentation of each library. Names are
 * in lower case. A name has a qualifier when the last word alone is ambiguous. `3 2` means the first of these arguments
 * that is a string.
 */
export const CALLS = `
pdo mysqli mysqli_connect mysql_connect mysql_pconnect getconnection plainauth ftp_login ssh2_auth_password ldap_bind imap_open
dbi->connect dbi.connect sequelize database odbc_connect oci_connect db2_connect signinwithemailandpassword createuserwithemailandpassword
hash_hmac openssl_encrypt openssl_decrypt sqlsrv ibase_connect fbird_connect auth.plain smtp.plainauth dbconnect createcredential pymysql.connect mysqldb.connect mysql.connect pgdb.connect ftp ftp_tls: 3
usernamepasswordcredentialsimpl: 5 4
runas runaswait directoryentry: 3
changeuserpassword updateuserpassword createaccount createasync addpasswordasync passwordsigninasync checkpasswordasync ks.load truststore.load ts.load ks.getkey keystore.getkey ks.store keystore.store wlan.connect sta_if.connect sta.connect nic.connect: 2
influxdbclient mysql_real_connect mysqli_real_connect ssh.connect ldap_connect_bind: 4
userpassword setbasicauth basicauth basic_auth httpbasicauth httpdigestauth httpproxyauth digest_auth digestauth set_basic_auth
http_basic_auth login log_in loginas login_as signin sign_in authbasic simple_bind_s simple_bind wifi.begin wifi.softap
wifimulti.addap jwt.sign jwt.verify jwt.encode jwt.decode createhmac usernamepasswordcredentials usernamepasswordcredential
usernamepasswordauthenticationtoken passwordauthentication networkcredential pscredential basicawscredentials plaincredentials
username_pw_set auth.basic authtokens.basic withcredentials setcredentials keystore.load createcipher createdecipher aes.encrypt aes.decrypt
pgp_sym_encrypt pgp_sym_decrypt aes_encrypt aes_decrypt pbkdf2_hmac crammd5auth cram_md5 httpntlmauth htpasswd.set zip.setpassword withbasicauth
usernamepasswordauth basiccredentials httpbasicauthhandler auth_basic proxyauth ntlmauth basicauthentication credential
plaintextauthprovider passwordauthenticator saslplainauth db.auth setusernamepassword kinit login_user hmac_sha256 userpass activemqconnectionfactory createconnection createqueueconnection createtopicconnection
connectionfactory credentials.basic credentials::new oauthhandler basic_auth_header usernamepassword client.bind ldap.bind oracle.connect cx_oracle.connect oracledb.connect load_key_and_certificates load_pem_private_key load_pkcs12 load_cert_chain: 2
create_user create_superuser createuser authenticate add_password: 4 3 2
credentials: 4 2
set_password setpassword keyring.set_password: 3 2 1
open.connection adodb.open: 3
bcrypt.hash bcrypt.hashsync bcrypt.hashpw bcrypt.compare bcrypt.comparesync bcrypt.generatefrompassword bcrypt.checkpw bcrypt.hashpassword
argon2.hash argon2.verify password_hash password_verify hash::make hash.make generate_password_hash make_password check_password unsafeplaintext secretvalue.unsafeplaintext token.signedstring activeworkbook.protect activeworkbook.unprotect activesheet.protect activesheet.unprotect worksheet.protect sheet.protect sheet.unprotect workbook.protect
passwordencoder.encode encoder.encode bcrypt::password.create password.create hmac.new fernet cookieparser jedis.auth red:auth redis.auth client.auth redis:auth
r.auth conn.auth pbekeyspec secretkeyspec passwordprotection ssh.password pbkdf2 pbkdf2sync scrypt scryptsync hmacsha256 hmacsha512 hmac_new
aes.new secretbox stringtokey pass_hash encryptpassword hashpassword hash_password verifypassword verify_password setmasterpassword unlockvault
mnemonictoseed mnemonictoseedsync frommnemonic from_mnemonic fromphrase privatekeytoaccount from_key wallet
ssh.interactivepassword unlockkeychain extractall setpassphrase: 1
`;
