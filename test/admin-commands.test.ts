import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { SecondFactorRequired, TotpStart } from '#features/accounts/second-factor/contract.ts'
import { Setting } from '#features/settings/contract.ts'
import { User } from '#shared/user.ts'
import { readTar } from './support/content/transfer.ts'
import { totpCode } from './support/passkeys/second-factors.ts'
import { runAdminCommand } from './support/processes/admin-command.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const first = 'correct horse battery'
let dataDir: string
let server: ServerProcess

// Set by the test that replaces the secret of the data folder.
const SECRET_KEY = 'a secret that the operator has chosen'

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-commands-'))
  server = await startServerProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: first })
})
after(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
})

const command = (parameters: string[], { input = '', env = {} } = {}) =>
  runAdminCommand(parameters, { DATA_DIR: dataDir, ...env }, input)

const login = (password: string) => server.send('/api/auth/login', { form: { username: 'admin', password } })

async function readBadgeKey(): Promise<string | undefined> {
  return /#(key-[0-9a-f]{16})/.exec((await server.send('/.well-known/did.json')).text)?.[1]
}

describe('npm run admin', () => {
  test('resets a password beside a running server: sessions and waiting times end, and it is recorded', async () => {
    const { access_token: token } = (await login(first)).read(LoginResponse)
    const me = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })
    assert.equal((await server.send('/api/audit/actions', me(token))).status, 200)
    let status = 401
    for (let attempt = 0; attempt < 6; attempt++) ({ status } = await login('wrong'))
    assert.equal(status, 429)

    const { code, output } = await command(['reset-password', 'Admin'])
    assert.equal(code, 0)
    const password = /^The new password of "admin" is (\S{20})\n/.exec(output)?.[1]
    assert.ok(password, output)
    assert.equal((await server.send('/api/audit/actions', me(token))).status, 401)
    assert.equal((await login(first)).status, 401)
    const again = (await login(password)).read(LoginResponse)
    const { text } = await server.send('/api/audit/actions', me(again.access_token))
    assert.match(text, /"username":"admin"[^[]*"accounts\.resetByOperator".*"done"/)
    const entries = await server.send('/api/audit?author=operator', me(again.access_token))
    assert.match(entries.text, /"kind":"operator".*"reset-password".*"secret_fields":\["password_hash"\]/)
  })

  test('reads a password from standard input, and refuses one that is easy to guess', async () => {
    for (const [input, reason] of [
      ['short', /12 to 1,000/],
      ['password123', /most common/],
      ['gato y pez', /not strong/],
      ['firmeza2026', /name of the user or the product/],
    ] as const) {
      const { code, errors } = await command(['reset-password', 'admin', '--stdin'], { input })
      assert.equal(code, 1)
      assert.match(errors, reason)
    }
    const { code, output } = await command(['reset-password', 'admin', '--stdin'], {
      input: 'another long phrase\n',
    })
    assert.equal(code, 0)
    assert.doesNotMatch(output, /another long phrase/)
    assert.equal((await login('another long phrase')).status, 200)
  })

  test('adds a user who can sign in at once, an editor perhaps for some languages only', async () => {
    const { code, output } = await command([
      'create-user',
      'Zoë',
      '--role',
      'editor',
      '--languages',
      'ar,fr',
      '--email',
      'zoe@example.org',
    ])
    assert.equal(code, 0, output)
    const password = /^The password of "Zoë" is (\S{20})\n/.exec(output)?.[1] ?? ''
    const reply = await server.send('/api/auth/login', { form: { username: 'zoë', password } })
    const headers = { authorization: `Bearer ${reply.read(LoginResponse).access_token}` }
    const me = (await server.send('/api/auth/me', { headers })).read(User)
    assert.deepEqual([me.name, me.role, me.languages], ['Zoë', 'editor', ['fr', 'ar']])
    for (const [name, email] of [['ZOË'], ['Zoe', 'ZOE@example.org'], ['zoe@example.org']]) {
      const more = email === undefined ? [] : ['--email', email]
      const again = await command(['create-user', name ?? '', '--role', 'viewer', ...more])
      assert.equal(again.code, 1)
      assert.match(again.errors, /^Somebody already signs in with [^\n]* Nothing was changed\.\n$/)
    }
    const viewer = ['create-user', 'Ana', '--role', 'viewer']
    for (const parameters of [
      ['create-user'],
      ['create-user', 'Ana'],
      ['create-user', 'Ana', 'Eva', '--role', 'viewer'],
      ['create-user', 'Ana', '--role', 'owner'],
      [...viewer, '--languages', 'ar'],
      [...viewer, '--email', 'nobody'],
      [...viewer, '--force', 'x'],
      ['create-user', 'Ana', '--role', 'editor', '--languages', 'xx'],
    ]) {
      assert.equal((await command(parameters)).code, 2, parameters.join(' '))
    }
    const weak = await command([...viewer, '--stdin'], { input: 'password123' })
    assert.equal(weak.code, 1)
    assert.equal((await command([...viewer, '--stdin'], { input: 'a phrase of my own' })).code, 0)
    const login = await server.send('/api/auth/login', {
      form: { username: 'ana', password: 'a phrase of my own' },
    })
    assert.equal(login.status, 200)
  })

  test('removes a second factor: the password alone signs in again, sessions end, and it is recorded', async () => {
    const { access_token: token } = (await login('another long phrase')).read(LoginResponse)
    const headers = { authorization: `Bearer ${token}` }
    const path = '/api/auth/second-factor/totp'
    const { secret } = (await server.send(path, { method: 'POST', headers })).read(TotpStart)
    const json = { code: totpCode(secret, new Date()) }
    assert.equal((await server.send(path, { method: 'PUT', json, headers })).status, 200)
    assert.equal((await login('another long phrase')).problem().code, 'second_factor_required')

    const { code, output } = await command(['disable-two-factor', 'admin'])
    assert.equal(code, 0)
    assert.match(output, /^"admin" signs in with the password alone again\.\n/)
    assert.equal((await server.send('/api/auth/me', { headers })).status, 401)
    const again = (await login('another long phrase')).read(LoginResponse)
    const { text } = await server.send('/api/audit/actions', {
      headers: { authorization: `Bearer ${again.access_token}` },
    })
    assert.match(text, /"accounts\.secondFactorDisabledByOperator".*"done"/)
    const twice = await command(['disable-two-factor', 'admin'])
    assert.deepEqual([twice.code, twice.output], [0, '"admin" has no second factor. Nothing was changed.\n'])
    assert.equal((await command(['disable-two-factor', 'nobody'])).code, 1)
    assert.equal((await command(['disable-two-factor'])).code, 2)
  })

  test('says what is wrong, and how it is called', async () => {
    const unknown = await command(['reset-password', 'nobody'])
    assert.deepEqual(
      [unknown.code, unknown.errors],
      [1, 'There is no user named "nobody". There is "admin", "Ana", "Zoë".\n'],
    )
    for (const parameters of [[], ['burn'], ['reset-password'], ['reset-password', 'a', '--force']]) {
      const { code, errors } = await command(parameters)
      assert.equal(code, 2)
      assert.match(
        errors,
        /Usage: npm run admin -- COMMAND\n {2}create-user NAME .*\n {2}reset-password NAME/s,
      )
    }
    const away = await command(['reset-password', 'admin'], {
      env: { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/none' },
    })
    assert.equal(away.code, 1)
    assert.match(
      away.errors,
      /^The database that DATABASE_URL names cannot be used: nothing listens[^\n]*\n$/,
    )
    const empty = await command(['reset-password', 'admin'], { env: { DATA_DIR: join(dataDir, 'none') } })
    assert.equal(empty.code, 1)
    assert.match(empty.errors, /^There is no database in [^\n]*start the server once[^\n]*\n$/)
  })

  test('makes a new secret: what is encrypted is read under it, and under no earlier one that is forgotten', async () => {
    const { access_token: token } = (await login('another long phrase')).read(LoginResponse)
    const headers = { authorization: `Bearer ${token}` }
    const path = '/api/auth/second-factor/totp'
    const { secret } = (await server.send(path, { method: 'POST', headers })).read(TotpStart)
    const json = { code: totpCode(secret, new Date()) }
    assert.equal((await server.send(path, { method: 'PUT', json, headers })).status, 200)
    const changes = [{ key: 'translateKey', value: 'sk-0123456789', version: 0 }]
    const changed = await server.send('/api/settings', { method: 'PATCH', headers, json: { changes } })
    assert.equal(changed.status, 200)
    // The first time, this makes the key of the badges. That of the ledger is made for the first checkpoint.
    const badgeKey = await readBadgeKey()
    await until(async () => (await server.send('/ledger/checkpoint')).status === 200, 'a checkpoint')

    const [file, earlierFile] = [join(dataDir, 'secret-key'), join(dataDir, 'secret-key.old')]
    const first = await readFile(file, 'utf8')
    const running = await command(['rotate-keys'])
    assert.deepEqual([running.code, running.output], [1, ''])
    assert.match(running.errors, /^Stop the product first[^\n]*\n$/)
    assert.equal(await readFile(file, 'utf8'), first)
    assert.equal((await server.end('SIGTERM')).code, 0)
    const fixed = await command(['rotate-keys'], { env: { SECRET_KEY: first } })
    assert.equal(fixed.code, 1)
    assert.match(fixed.errors, /^SECRET_KEY is set by you[^\n]*SECRET_KEY_OLD[^\n]*\n$/)
    assert.equal((await command(['rotate-keys', '--force'])).code, 2)

    for (const parameters of [['rotate-keys'], ['rotate-keys', '--forget']]) {
      const { code, output } = await command(parameters)
      assert.equal(code, 0)
      assert.match(output, /^5 stored keys and tokens are encrypted[^\n]*\n[^\n]+\n$/)
    }
    const second = await readFile(file, 'utf8')
    assert.notEqual(second, first)
    assert.equal(await readFile(earlierFile, 'utf8'), '')
    const moved = await command(['rotate-keys'], {
      env: { SECRET_KEY, SECRET_KEY_OLD: `${first} ${second}` },
    })
    assert.match(moved.output, /^5 stored keys and tokens [^\n]*\nKeep SECRET_KEY_OLD for as long/)
    const lost = await command(['rotate-keys'])
    assert.match(lost.output, /^0 stored keys [^\n]*\n5 cannot be read by any known secret/)

    server = await startServerProcess({ DATA_DIR: dataDir, SECRET_KEY })
    assert.equal(await readBadgeKey(), badgeKey)
    const settings = (await server.send('/api/settings', { headers })).read(z.array(Setting))
    const { is_set: isSet, is_unreadable: isUnreadable } =
      settings.find(({ key }) => key === 'translateKey') ?? {}
    assert.deepEqual([isSet, isUnreadable], [true, false])
    const { challenge } = SecondFactorRequired.parse((await login('another long phrase')).problem())
    const later = { challenge, method: 'totp', code: totpCode(secret, new Date(Date.now() + 30_000)) }
    assert.equal((await server.send('/api/auth/login/second-factor', { json: later })).status, 200)
    const { text } = await server.send('/api/audit/actions', { headers })
    assert.match(text, /"user":null[^[]*"operator\.secretRenewedByOperator"/)
    assert.equal((await command(['disable-two-factor', 'admin'])).code, 0)
  })

  test('writes the content to a file, says what it holds, and never overwrites half of one', async () => {
    const file = join(dataDir, 'content.tar')
    const { code, output, errors } = await command(['export-content', file])
    assert.deepEqual([code, errors], [0, ''])
    const bytes = await readFile(file)
    const [, items, files, size] = /: (\d+) items and (\d+) files, (\d+) bytes\.\n$/.exec(output) ?? []
    assert.ok(output.startsWith(`${file}: `))
    assert.equal(Number(size), bytes.length)
    const content = JSON.parse(String(readTar(bytes)[0]?.bytes))
    assert.equal(content.files.length, Number(files))
    const named = Object.values<Record<string, unknown>>(content.parts).flatMap((part) => Object.keys(part))
    assert.equal(named.length, Number(items))
    const nowhere = await command(['export-content', join(dataDir, 'missing', 'content.tar')])
    assert.deepEqual([nowhere.code, nowhere.output], [1, ''])
    assert.match(nowhere.errors, /ENOENT/)
    assert.equal((await command(['export-content'])).code, 2)
  })

  test('works while the server does not run, and leaves nothing running', async () => {
    assert.equal((await server.end('SIGTERM')).code, 0)
    const { code, output } = await command(['reset-password', 'admin'])
    assert.equal(code, 0)
    const password = /is (\S{20})\n/.exec(output)?.[1] ?? ''
    await assert.rejects(
      // One that starts all the same would keep this process waiting.
      startServerProcess({ DATA_DIR: dataDir }).then((started) => started.end('SIGKILL')),
      /the ledger was encrypted.*SECRET_KEY_OLD/,
    )
    server = await startServerProcess({ DATA_DIR: dataDir, SECRET_KEY })
    assert.equal((await login(password)).status, 200)
  })
})
