import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'cheerio'
import { awardBadge, insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { assertPrinted, assertShown, runCurl } from '../../../test/support/shown-calls.ts'
import { scriptPath } from './contract.ts'
import { checkAnswers, packages, writeCheckCommands } from './site/check-commands.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
/** The address that a credential names must be that of the product, whose port is known once it listens: it is behind this. */
let front: Server
let origin: string
let app: TestApp
let admin: Send
/** Holds the downloaded script and the packages of the guide. */
let folder: string

before(async () => {
  front = createServer(async (request, response) => {
    const { status, headers, bytes } = await app.send(request.url ?? '/')
    response.writeHead(status, { 'content-type': headers['content-type'] }).end(bytes)
  })
  await new Promise<void>((resolve) => front.listen(0, resolve))
  origin = `http://localhost:${(front.address() as AddressInfo).port}`
  app = await startTestApp({ env: { PUBLIC_URL: origin } })
  admin = await app.signIn()
  folder = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  await writeFile(join(folder, 'check-badge.mjs'), (await app.send(scriptPath)).text)
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
})
after(async () => {
  await rm(folder, { recursive: true })
  front.close()
  await app.close()
})

/** Runs the downloaded script as the guide says. */
function check(place: string): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['check-badge.mjs', place], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    )
  })
}

/** Awards a badge, changes its credential, and checks it from a file. */
async function checkChanged(change: (credential: Record<string, unknown>) => object) {
  const [leadId = ''] = await insertLeads(app, 1)
  const { id } = await awardBadge(admin, leadId)
  const credential = JSON.parse((await app.send(`/credentials/${id}.json`)).text)
  await writeFile(join(folder, 'badge.json'), JSON.stringify(change(credential)))
  return check('badge.json')
}

describe('the guide to checking a badge', () => {
  test('shows the script that it offers for download, and commands that name this site', async () => {
    const $ = load((await app.send('/ar/docs/verify')).text)
    const file = await readFile(new URL('site/check-badge.mjs', import.meta.url), 'utf8')
    assert.equal($('#source pre').text(), file.trimEnd())
    assert.equal((await app.send(scriptPath)).text, file)
    assert.equal($('#source a[download]').attr('href'), scriptPath)
    const commands = writeCheckCommands(origin)
    assert.equal($('#run pre').first().text(), `${commands.download}\n${commands.run}`)
    for (const key of ['packages', 'credential', 'status', 'holder'] as const) {
      assert.equal($(`#${key} pre`).first().text(), commands[key])
    }
  })

  test('names the packages that the script needs, in the versions that are tested here', async () => {
    const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
    for (const [name, version] of Object.entries(packages)) assert.equal(dependencies[name], version, name)
    const script = (await app.send(scriptPath)).text
    const imported = [...script.matchAll(/from '([^']+)'/g)].flatMap(([, name = '']) => name)
    const needed = imported.filter((name) => !name.startsWith('node:'))
    assert.deepEqual(needed.toSorted(), Object.keys(packages).toSorted())
  })

  test('shows what its commands answer', async () => {
    const { credential, status, run } = writeCheckCommands(origin)
    assertShown(checkAnswers.credential, await runCurl(credential, { send: app.send, origin }))
    assertShown(checkAnswers.status, await runCurl(status, { send: app.send, origin }))
    const { code, printed } = await check(run.split(' ').at(-1) ?? '')
    assert.equal(code, 0, printed)
    assertPrinted(checkAnswers.run, printed.trimEnd())
  })

  test('tells how to match a badge to an address', async () => {
    const [leadId = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, leadId)
    const { text } = await app.send(`/credentials/${id}.json`)
    const [, hash, salt = ''] = /"identityHash":"sha256\$(\w+)".*?"salt":"([^"]+)"/.exec(text) ?? []
    const { holder } = writeCheckCommands(origin)
    const [, expression = ''] = /^node -p "(.*)"$/.exec(holder) ?? []
    const code = expression.replace('you@example.org', `lead-${leadId}@example.org`).replace('SALT', salt)
    const printed = await new Promise((resolve, reject) =>
      execFile(process.execPath, ['-p', code], (error, stdout) => (error ? reject(error) : resolve(stdout))),
    )
    assert.equal(printed, `${hash}\n`)
  })
})

describe('the script of the guide', () => {
  test('passes a badge, from its address and from a file', async () => {
    const { code, printed } = await checkChanged((credential) => credential)
    assert.equal(code, 0, printed)
    assert.match(printed, /The badge is genuine\.\n$/)
  })

  test('refuses a badge that has been revoked', async () => {
    const [leadId = ''] = await insertLeads(app, 1)
    const { id } = await awardBadge(admin, leadId)
    assert.equal((await check(`${origin}/credentials/${id}.json`)).code, 0)
    await admin(`/api/badges/${id}/revoke`, { json: { reason: 'Por error' } })
    const { code, printed } = await check(`${origin}/credentials/${id}.json`)
    assert.equal(code, 1)
    assert.match(printed, /Not valid: The badge has been revoked\.\n$/)
  })

  const changes: Record<string, [(credential: Record<string, unknown>) => object, RegExp]> = {
    'a changed word': [(one) => ({ ...one, name: 'Another' }), /signature is not valid/],
    'another position in the list': [
      (one) => ({ ...one, credentialStatus: { ...Object(one.credentialStatus), statusListIndex: '9' } }),
      /signature is not valid/,
    ],
    'an issuer elsewhere': [
      (one) => ({ ...one, issuer: { ...Object(one.issuer), id: 'did:key:z6Mk' } }),
      /The issuer is no did:web/,
    ],
    'an unknown key': [
      (one) => ({ ...one, proof: { ...Object(one.proof), verificationMethod: 'did:web:x#key-1' } }),
      /no such key/,
    ],
    'a context of its own': [(one) => ({ ...one, '@context': [{ name: null }] }), /unknown context/],
    // The same statement as `awardedDate`, under a name that a program does not look for.
    'a hidden term': [
      ({ awardedDate, ...one }) => ({
        ...one,
        'https://purl.imsglobal.org/spec/vc/ob/vocab.html#awardedDate': awardedDate,
      }),
      /no plain term/,
    ],
  }
  for (const [what, [change, reason]] of Object.entries(changes)) {
    test(`refuses ${what}`, async () => {
      const { code, printed } = await checkChanged(change)
      assert.equal(code, 1, printed)
      assert.match(printed, reason)
    })
  }
})
