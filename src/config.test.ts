import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { variables } from './environment.ts'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

describe('the configuration', () => {
  test('needs no variable at all', () => {
    const config = readConfig({})
    assert.equal(config.http.port, 3000)
    assert.equal(config.http.publicUrl, 'http://localhost:3000')
    assert.deepEqual(config.http.trustProxy, [])
    assert.deepEqual(config.fixedSettings, {})
    assert.equal(config.admin.password, undefined)
    assert.equal(config.data.databaseUrl, undefined)
  })

  test('takes an empty variable for an unset one', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
    assert.deepEqual(readConfig(empty), readConfig({}))
  })

  test('cannot be changed', () => {
    const config = readConfig({ TRUST_PROXY: 'loopback', SOCIAL_LINKS: 'github=https://github.com/example' })
    for (const part of [config, config.http, config.http.trustProxy, config.fixedSettings]) {
      assert.ok(Object.isFrozen(part))
    }
  })

  test('takes the country of the governing law by its code', () => {
    assert.equal(readConfig({ GOVERNING_LAW: ' es ' }).fixedSettings.GOVERNING_LAW, 'ES')
    for (const code of ['Spain', 'E', 'ESP', 'ZZ', 'EU', 'QX', '12']) {
      assert.match(
        faultsOf({ GOVERNING_LAW: code })[0] ?? code,
        /GOVERNING_LAW: must be the two-letter code/,
        code,
      )
    }
  })

  test('names every fault at once, and no value', () => {
    const wrong = {
      PORT: '70000',
      PUBLIC_URL: 'https://example.org/path',
      DATABASE_URL: 'mysql://secret-user:secret-word@host/db',
      SECRET_KEY: 'secret-too-short',
      ADMIN_PASSWORD: 'secret',
      TRUST_PROXY: 'secret-host',
      API_RATE_LIMIT: '-1',
      METRICS_TOKEN: 'secret',
      CONTACT_EMAIL: 'secret',
      SOCIAL_LINKS: 'secret',
      SMTP_URL: 'secret://secret-user:secret-word@host',
      TRANSLATE_URL: 'https://secret-user:secret-word@host',
      MAIL_FROM: 'secret',
      DKIM_KEY: 'secret',
      BADGE_SIGNING_KEY: 'secret',
      LEDGER_SIGNING_KEY: 'secret',
      CHAIN_RPC_URL: 'wss://host/secret',
      CHAIN_KEY: 'secret',
      BOUNCE_TOKEN: 'secret',
      BOUNCE_PORT: 'secret',
      LOG_LEVEL: 'secret',
    }
    const faults = faultsOf(wrong)
    for (const name of Object.keys(wrong)) {
      assert.equal(
        faults.filter((line) => line.startsWith(`${name}: `)).length,
        1,
        `${name} in ${faults.join('\n')}`,
      )
    }
    assert.equal(faults.length, Object.keys(wrong).length)
    assert.doesNotMatch(faults.join('\n'), /secret/)
  })

  test('takes a node of a chain and the key of an account together, and no number that is no key', () => {
    const url = 'https://node.example/v3/secret'
    const key = `0x${'0'.repeat(63)}1`
    assert.deepEqual(readConfig({ CHAIN_RPC_URL: url, CHAIN_KEY: key }).chain, { url, key })
    assert.equal(readConfig({}).chain, undefined)
    assert.deepEqual(faultsOf({ CHAIN_RPC_URL: url }), ['CHAIN_KEY: must be set with CHAIN_RPC_URL'])
    assert.deepEqual(faultsOf({ CHAIN_KEY: key }), ['CHAIN_RPC_URL: must be set with CHAIN_KEY'])
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    for (const wrong of [`0x${order}`, `0x${'0'.repeat(64)}`, key.slice(2), `${key}0`, `0x${'g'.repeat(64)}`])
      assert.match(
        faultsOf({ CHAIN_RPC_URL: url, CHAIN_KEY: wrong })[0] ?? '',
        /^CHAIN_KEY: must be a private key/,
      )
  })

  test('takes no place for backups that there is not, and no secret in those that anyone can read', () => {
    const missing = 'BACKUP_S3_URL: must be set with BACKUP_DESTINATION=store and both'
    for (const place of ['store', 'both'])
      assert.deepEqual(faultsOf({ BACKUP_DESTINATION: place }), [missing])
    assert.deepEqual(faultsOf({ BACKUP_DESTINATION: 'folder' }), [])
    const store = { BACKUP_DESTINATION: 'store', BACKUP_S3_URL: 'https://key:secret@s3.example.org/backups' }
    assert.deepEqual(faultsOf(store), [])
    assert.match(faultsOf({ BACKUP_INCLUDE_SECRET: 'true' })[0] ?? '', /^BACKUP_KEYS: must be set/)
    assert.deepEqual(faultsOf({ BACKUP_INCLUDE_SECRET: 'false' }), [])
    const fixed = readConfig({ BACKUP_WEEKDAY: '1', BACKUP_MONTH_DAY: '28' }).fixedSettings
    assert.deepEqual([fixed.BACKUP_WEEKDAY, fixed.BACKUP_MONTH_DAY], ['1', 28])
    assert.equal(faultsOf({ BACKUP_WEEKDAY: '8' }).length + faultsOf({ BACKUP_MONTH_DAY: '29' }).length, 2)
  })

  test('has a port from 0 to 65535', () => {
    assert.equal(readConfig({ PORT: '0' }).http.port, 0)
    for (const port of ['-1', '65536', '1.5', 'http', '3000x', ' ']) {
      assert.equal(faultsOf({ PORT: port }).length, 1, port)
    }
  })

  test('takes an origin as its public address, without a slash at its end', () => {
    assert.equal(
      readConfig({ PUBLIC_URL: 'https://firmeza.example/' }).http.publicUrl,
      'https://firmeza.example',
    )
    assert.equal(
      readConfig({ PUBLIC_URL: 'HTTPS://Firmeza.Example:443' }).http.publicUrl,
      'https://firmeza.example',
    )
    for (const url of [
      'firmeza.example',
      'ftp://firmeza.example',
      'https://a.example/b',
      'https://a.example/?b',
      'javascript:alert(1)',
    ]) {
      assert.equal(faultsOf({ PUBLIC_URL: url }).length, 1, url)
    }
  })

  test('trusts proxies by name or range', () => {
    assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback' }).http.trustProxy, ['loopback'])
    assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,2001:db8::/32' }).http.trustProxy, [
      '10.0.0.0/8',
      '192.0.2.7',
      '2001:db8::/32',
    ])
    for (const ranges of ['true', '10.0.0.0/33', '1.2.3', 'loopback,', 'example.org']) {
      assert.equal(faultsOf({ TRUST_PROXY: ranges }).length, 1, ranges)
    }
  })

  test('takes the profiles of the team as network=address pairs', () => {
    const { fixedSettings } = readConfig({
      SOCIAL_LINKS: ' github=https://github.com/a?b=c\n linkedin=https://linkedin.com/in/a ',
    })
    assert.deepEqual(fixedSettings.SOCIAL_LINKS, [
      { network: 'github', url: 'https://github.com/a?b=c' },
      { network: 'linkedin', url: 'https://linkedin.com/in/a' },
    ])
    for (const links of [
      'github',
      'github=',
      'github=http://github.com',
      'x=javascript:alert(1)',
      'GitHub=https://a.example',
    ]) {
      assert.equal(faultsOf({ SOCIAL_LINKS: links }).length, 1, links)
    }
  })

  test('takes keys that sign badges and the ledger: Ed25519, and not the same for both', () => {
    const makePem = () =>
      String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const [one, other] = [makePem(), makePem()]
    assert.deepEqual(
      readConfig({ BADGE_SIGNING_KEY: one, LEDGER_SIGNING_KEY: other.replaceAll('\n', '\\n') }).signingKeys,
      { badges: one, ledger: other },
    )
    assert.deepEqual(faultsOf({ BADGE_SIGNING_KEY: one, LEDGER_SIGNING_KEY: one }), [
      'LEDGER_SIGNING_KEY: must be another key than BADGE_SIGNING_KEY',
    ])
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const faults = faultsOf({
      BADGE_SIGNING_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    })
    assert.match(faults.join(), /^BADGE_SIGNING_KEY: must be an Ed25519 key, such as openssl genpkey/)
  })

  test('takes a mail server, whom mails are from, and a key that signs them', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const { mail } = readConfig({
      SMTP_URL: 'smtps://user:pass%40word@mail.example.org',
      MAIL_FROM: '"Firmeza, el equipo" <hola@example.org>',
      ...{ DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'mail', DKIM_KEY: pem.replaceAll('\n', '\\n') },
    })
    assert.deepEqual(mail.from, { name: 'Firmeza, el equipo', address: 'hola@example.org' })
    assert.equal(mail.dkim?.privateKey, pem)
    assert.deepEqual(readConfig({ MAIL_FROM: 'hola@example.org' }).mail.from, {
      ...{ name: '', address: 'hola@example.org' },
    })
    for (const from of [
      'Firmeza',
      'a <b>',
      'a@example.org, b@example.org',
      'A <a@example.org> <b@example.org>',
    ]) {
      assert.equal(faultsOf({ MAIL_FROM: from }).length, 1, from)
    }
    assert.match(faultsOf({ DKIM_DOMAIN: 'example.org' }).join(), /^DKIM_DOMAIN: must be set together/)
    assert.match(faultsOf({ BOUNCE_PORT: '2525' }).join(), /^BOUNCE_DOMAIN: must be set with BOUNCE_PORT/)
  })

  test('makes the data folder absolute', () => {
    assert.ok(isAbsolute(readConfig({ DATA_DIR: 'somewhere' }).data.dir ?? ''))
  })
})
