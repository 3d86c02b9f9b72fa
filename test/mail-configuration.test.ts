import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { until } from './support/until.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const password = 'p@ss/wörd'
let mailServer: MailServer
let app: TestApp

before(async () => {
  mailServer = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.username === 'relay' && given.password === password
        ? done(null, { user: 'relay' })
        : done(new Error('5.7.8 wrong password')),
  })
  app = await startTestApp({
    env: {
      PUBLIC_URL: 'https://firmeza.example',
      SMTP_URL: `smtp://relay:${encodeURIComponent(password)}@127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'El equipo de Firmeza <hola@firmeza.example>',
      CONTACT_EMAIL: 'contacto@firmeza.example',
      COMPANY_NAME: 'Firmeza, S. A.',
      COMPANY_ADDRESS: 'Calle Mayor 1, Madrid',
      DKIM_DOMAIN: 'firmeza.example',
      DKIM_SELECTOR: 'mail',
      DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
      BOUNCE_DOMAIN: 'bounce.firmeza.example',
      BOUNCE_TOKEN: 'a token for the tests only',
      ADMIN_EMAIL: 'admin@firmeza.example',
    },
  })
})
after(async () => {
  await app.close()
  await mailServer.close()
})

test('every mail leaves with all mail variables set', async () => {
  const reply = await app.send('/api/auth/forgot', { json: { username: 'admin' } })
  assert.equal(reply.status, 202)
  await app.app.startBackgroundWork()
  await until(() => mailServer.mails.length > 0, 'a mail is sent')
  const [mail] = mailServer.mails
  assert.ok(mail)
  assert.equal(mail.to, 'admin@firmeza.example')
  assert.match(mail.from, /^bounce\+[0-9a-f]+@bounce\.firmeza\.example$/)
  assert.match(mail.raw, /^From: .*El equipo de Firmeza.* <hola@firmeza\.example>/m)
  assert.match(mail.raw, /^Reply-To: contacto@firmeza\.example/m)
  assert.match(mail.raw, /^DKIM-Signature: .*?d=firmeza\.example;.*?s=mail;/ms)
})
