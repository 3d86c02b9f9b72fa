import assert from 'node:assert/strict'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpClient } from '../test/support/http-client.ts'
import { findFreePort } from '../test/support/server-process.ts'
import { buildImage, startContainer } from './support/image.ts'
import { skipUnlessRoot, skipWithout } from './support/requirements.ts'

test('the image is built, starts read-only without privileges, says that it is healthy, and stops in order', {
  skip: skipUnlessRoot() || skipWithout('buildah', 'debootstrap', 'unshare', 'nsenter', 'npm'),
}, async (context) => {
  await using image = await buildImage()
  const { settings, size } = image
  context.diagnostic(`the image has ${size.total} MB, ${size.added} MB of them beyond its base`)
  assert.match(settings.User, /^[1-9]\d*:[1-9]\d*$/, 'not as root')
  assert.ok(settings.Volumes && '/data' in settings.Volumes)

  const volume = await mkdtemp(join(tmpdir(), 'firmeza-volume-'))
  const [uid, gid] = settings.User.split(':').map(Number)
  await chown(volume, uid ?? 0, gid ?? 0)
  await chmod(volume, 0o700)
  const port = await findFreePort()
  const begun = performance.now()
  const container = startContainer(image, volume, port)
  const send = createHttpClient(`http://127.0.0.1:${port}`)
  const [kind, ...check] = settings.Healthcheck?.Test ?? []
  assert.equal(kind, 'CMD')
  try {
    while ((await send('/readyz').catch(() => undefined))?.status !== 200) {
      assert.ok(performance.now() - begun < 90_000, container.output())
      await sleep(100)
    }
    context.diagnostic(`the first start took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    assert.equal(container.run(check).code, 0, 'healthy')
    const page = await send('/es/')
    assert.equal(page.status, 200)
    assert.notEqual(container.run(['/usr/bin/touch', '/opt/firmeza/file']).code, 0, 'read-only')
    assert.match(
      container.run(['/opt/firmeza/firmeza', 'admin', 'create-user', 'other', '--role', 'viewer']).output,
      /other/,
    )
  } finally {
    assert.equal(await container.stop(), 0, container.output())
    await rm(volume, { recursive: true, force: true })
  }
  assert.match(container.output(), /is open at/)
})
