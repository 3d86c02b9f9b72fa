import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from './log.ts'
import { createMailer, type Mailer } from './mailer.ts'

const envelope = { from: 'us@firmeza.example', to: 'ana@example.org' }
const raw = Buffer.from('Subject: x\r\n\r\nHello\r\n')

/** What a mail server says to a command, or does with its connection. */
type Replies = Record<string, string | ((socket: Socket) => void)>

/** Runs a mailer against a server that answers as told, and accepts everything else. */
async function withServer(replies: Replies, use: (mailer: Mailer) => Promise<void>): Promise<void> {
  const usual: Replies = { greeting: '220 hello', EHLO: '250 hello', DATA: '354 go on' }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    function answer(command: string): void {
      const reply = replies[command] ?? usual[command] ?? '250 ok'
      if (typeof reply === 'function') {
        reply(socket)
        return
      }
      socket.write(`${reply}\r\n`)
      if (/^[45]/.test(reply)) socket.end()
    }
    answer('greeting')
    let isContent = false
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isContent && line !== '.') continue
        const command = line.slice(0, 4).toUpperCase()
        answer(command)
        isContent = command === 'DATA'
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer({
    ...{ url: `smtp://127.0.0.1:${port}`, dkim: undefined, connections: 1, log: createLog('silent') },
  })
  try {
    await use(mailer)
  } finally {
    mailer.close()
    server.close()
  }
}

const reset = (socket: Socket) => void socket.resetAndDestroy()

describe('a mail server that refuses', () => {
  const words = '421 4.3.2 relay.example: too many connections, try later'
  for (const command of ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.']) {
    test(`at ${command} is quoted`, () =>
      withServer({ [command]: words }, async (mailer) => {
        const result = await mailer.send(envelope, raw)
        assert.ok('response' in result)
        assert.equal(result.response, words)
      }))
  }

  test('is quoted when it is checked', () =>
    withServer({ greeting: words }, async (mailer) => {
      assert.deepEqual(await mailer.check(), { isReady: false, reason: words })
    }))

  test('and goes without ending its words is quoted', () =>
    withServer({ greeting: (socket) => socket.end(words) }, async (mailer) => {
      assert.deepEqual(await mailer.check(), { isReady: false, reason: words })
    }))

  test('on a connection that has sent a mail is quoted', async () => {
    let mails = 0
    await withServer(
      {
        '.': (socket) => {
          mails++
          socket.write('250 ok\r\n')
        },
        MAIL: (socket) => (mails === 0 ? socket.write('250 ok\r\n') : socket.end(`${words}\r\n`)),
      },
      async (mailer) => {
        assert.equal((await mailer.send(envelope, raw)).kind, 'sent')
        const result = await mailer.send(envelope, raw)
        assert.ok('response' in result)
        assert.equal(result.response, words)
      },
    )
  })

  test('without a word is said to have closed the connection', () =>
    withServer({ greeting: (socket) => socket.end() }, async (mailer) => {
      const result = await mailer.send(envelope, raw)
      assert.deepEqual(result, { kind: 'trouble', response: closedSilently })
      assert.deepEqual(await mailer.check(), { isReady: false, reason: closedSilently })
    }))

  test('because it speaks no TLS on this port is said to', async () => {
    const server = createServer((socket) => void socket.end(`${words}\r\n`)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const mailer = createMailer({
      ...{ url: `smtps://127.0.0.1:${port}`, dkim: undefined, connections: 1, log: createLog('silent') },
    })
    const state = await mailer.check()
    assert.match(state.isReady ? '' : state.reason, /^no TLS on this port/)
    mailer.close()
    server.close()
  })

  const closedSilently = 'the server closed the connection without a word'
})

describe('a connection that breaks', () => {
  for (const command of ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.', 'QUIT']) {
    test(`at ${command} ends neither the process nor the mailer`, () => {
      let isBroken = true
      const breakOnce = (socket: Socket) => {
        if (isBroken) reset(socket)
        else
          socket.write(
            command === 'greeting' ? '220 hello\r\n' : command === 'DATA' ? '354 go\r\n' : '250 ok\r\n',
          )
      }
      return withServer({ [command]: breakOnce }, async (mailer) => {
        await mailer.send(envelope, raw)
        await mailer.check()
        isBroken = false
        assert.equal((await mailer.send(envelope, raw)).kind, 'sent')
      })
    })
  }

  test('while the end of a mail is held back does not send it, and the late answer does no harm', async () => {
    let open: Socket | undefined
    await withServer(
      {
        DATA: (socket) => {
          open = socket
          socket.write('354 go on\r\n')
        },
      },
      async (mailer) => {
        const result = await mailer.send(envelope, raw, async () => {
          if (open) reset(open)
          await sleep(50)
          return true
        })
        assert.equal(result.kind, 'trouble')
        await sleep(100)
        assert.equal((await mailer.send(envelope, raw)).kind, 'sent')
      },
    )
  })

  test('after the mailer is closed does no harm', async () => {
    let open: Socket | undefined
    const keep = (socket: Socket) => {
      open = socket
    }
    await withServer({ MAIL: keep }, async (mailer) => {
      const sending = mailer.send(envelope, raw)
      while (!open) await sleep(5)
      mailer.close()
      reset(open)
      assert.equal((await sending).kind, 'trouble')
    })
  })
})
