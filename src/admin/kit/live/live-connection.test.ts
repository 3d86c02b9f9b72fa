import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Changed, createLiveConnection, type LiveConnection, waitBefore } from './live-connection.ts'

/** The locks, the channel and the server that the windows of one browser share. */
function createBrowser() {
  const streams: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
  const windows: { onmessage: ((event: MessageEvent) => void) | null }[] = []
  const waits: { milliseconds: number; go: () => void }[] = []
  let refuses = false
  let holder: Promise<unknown> = Promise.resolve()

  function openWindow() {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(data: unknown) {
        for (const other of windows)
          if (other !== channel)
            other.onmessage?.(new MessageEvent('message', { data: structuredClone(data) }))
      },
      close: () => void windows.splice(windows.indexOf(channel), 1),
    }
    windows.push(channel)
    const heard: Changed[] = []
    const live = createLiveConnection({
      channel,
      // As the browser does: one after another, and those that give up are passed over.
      locks: {
        request: (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
          const turnOf = holder.then(() => (signal.aborted ? undefined : run()))
          holder = turnOf
          return turnOf
        },
      } as unknown as LockManager,
      open: async (signal) => {
        if (refuses) throw new Error('away')
        return new ReadableStream({
          start(controller) {
            streams.push(controller)
            signal.addEventListener('abort', () => {
              try {
                controller.close()
              } catch {
                // It has ended already.
              }
            })
          },
        })
      },
      wait: (milliseconds, signal) =>
        new Promise((resolve) => {
          const go = () => resolve(undefined)
          signal.addEventListener('abort', go)
          if (signal.aborted) go()
          waits.push({ milliseconds, go })
        }),
    })
    live.onChange((changed) => heard.push(changed))
    return { live, heard }
  }

  return {
    openWindow,
    waits,
    count: () => streams.length,
    refuse: (next: boolean) => {
      refuses = next
    },
    end: () => streams.at(-1)?.close(),
    send: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn()
}

const ready = 'event: ready\ndata: {}\n\n'
const changed = (...topics: string[]) => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`
const stopAll = (...windows: { live: LiveConnection }[]) => {
  for (const { live } of windows) live.stop()
}

describe('the connection of a browser', () => {
  test('one window opens the stream, and all hear of changes', async () => {
    const browser = createBrowser()
    const [a, b] = [browser.openWindow(), browser.openWindow()]
    await settle()
    assert.equal(browser.count(), 1)
    assert.equal(a.live.isLive(), false)
    browser.send(ready)
    await settle()
    browser.send(changed('comments', 'webhooks'))
    await settle()
    for (const { live, heard } of [a, b]) {
      assert.equal(live.isLive(), true)
      assert.deepEqual(heard, [undefined, ['comments', 'webhooks']])
    }
    stopAll(a, b)
  })

  test('a window that is opened later knows at once that changes are told', async () => {
    const browser = createBrowser()
    const first = browser.openWindow()
    await settle()
    browser.send(ready)
    await settle()
    const later = browser.openWindow()
    await settle()
    assert.equal(later.live.isLive(), true)
    stopAll(first, later)
  })

  test('when the window with the stream is closed, another opens one, and everything counts as changed', async () => {
    const browser = createBrowser()
    const [a, b] = [browser.openWindow(), browser.openWindow()]
    await settle()
    browser.send(ready)
    await settle()
    a.live.stop()
    await settle()
    assert.equal(browser.count(), 2)
    browser.send(ready)
    await settle()
    assert.deepEqual(b.heard, [undefined, undefined])
    stopAll(b)
  })

  test('a stream that ends is opened again, after longer and longer waits while the server is away', async () => {
    const browser = createBrowser()
    const window = browser.openWindow()
    await settle()
    browser.send(ready)
    await settle()
    browser.refuse(true)
    browser.end()
    await settle()
    assert.equal(window.live.isLive(), false)
    for (let failures = 0; failures < 3; failures++) {
      browser.waits.at(-1)?.go()
      await settle()
    }
    assert.equal(browser.waits.length, 4)
    browser.refuse(false)
    window.live.wake()
    await settle()
    assert.equal(browser.count(), 2)
    stopAll(window)
  })

  test('waits grow to half a minute, and differ between browsers', () => {
    assert.deepEqual(
      [1, 2, 3, 10].map((failures) => waitBefore(failures, 1)),
      [1_000, 2_000, 4_000, 30_000],
    )
    assert.equal(waitBefore(1, 0), 500)
  })
})
