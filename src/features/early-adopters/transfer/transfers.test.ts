import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EarlyAdopter, ImportReport } from '#features/early-adopters/contract.ts'
import { writeCsvLine } from '#shared/csv.ts'
import { readCsv } from '#shared/files/csv-lines.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { brokenForms } from '../../../../test/support/forms.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import { exportColumns } from './exports.ts'

let app: TestApp
let admin: Send
let editor: Send

before(async () => {
  app = await startTestApp({ clock: createFakeClock(new Date('2026-06-01T12:00:00Z')) })
  admin = await app.signInAs('admin')
  editor = await app.signInAs('editor')
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM confirmation_queue; DELETE FROM early_adopters')
})

async function join(person: Parameters<typeof registrationOf>[0]): Promise<void> {
  app.clock.advance(1_000)
  assert.equal((await app.send('/api/early-adopters', { json: registrationOf(person) })).status, 201)
}
const exportAs = (json: object) => admin('/api/early-adopters/export', { json })
const linesOf = (reply: Reply) => [...readCsv(reply.text.slice(1), ',')].map(({ cells }) => cells)
const column = (name: (typeof exportColumns)[number]) => exportColumns.indexOf(name)
const people = async () => (await admin('/api/early-adopters?limit=200')).read(z.array(EarlyAdopter))

const hostile = [
  { name: '=HYPERLINK("https://evil.example";"x")', email: '=1+1@example.org', company: '@SUM(1+1)*cmd|x' },
  { name: '<img src=x onerror=alert(1)>', email: '+b@example.org', company: "'; DROP TABLE x; --" },
  { name: 'x;=1+1,-2', email: '-c@example.org', company: '＝1+1' },
  { name: "'=quoted", email: 'd@example.org', company: 'a "b", c' },
  { name: 'محمد بن علي', email: 'e@example.org', company: null },
]

describe('an export', () => {
  test('is a CSV file that Excel reads and does not run', async () => {
    for (const person of hostile) await join(person)
    const reply = await exportAs({ format: 'csv' })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(reply.headers['content-disposition'], 'attachment; filename="early-adopters.csv"')
    assert.deepEqual([...reply.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    assert.ok(reply.text.endsWith('\r\n') && !/[^\r]\n/.test(reply.text))
    const [header, ...lines] = linesOf(reply)
    assert.deepEqual(header, [...exportColumns])
    assert.equal(lines.length, hostile.length)
    for (const cell of lines.flat()) {
      for (const part of cell.split(/[,;\t]/)) assert.doesNotMatch(part, /^[=+\-@\t\r＝＋－＠]/u)
    }
    assert.equal(lines[0]?.[column('name')], 'محمد بن علي')
    const semicolons = await exportAs({ format: 'csv', separator: ';' })
    assert.equal([...readCsv(semicolons.text.slice(1), ';')].length, hostile.length + 1)
  })

  test('is a JSON file with the same data as the list', async () => {
    for (const person of hostile) await join(person)
    const reply = await exportAs({ format: 'json' })
    assert.deepEqual(reply.read(z.array(EarlyAdopter)), await people())
    await app.pool.query('DELETE FROM early_adopters')
    assert.deepEqual(JSON.parse((await exportAs({ format: 'json' })).text), [])
    assert.equal(linesOf(await exportAs({ format: 'csv' })).length, 1)
  })

  test('holds those who are named or whom the filter lets through, once each, over many pages', async () => {
    await join({ name: 'Ana', segment: 'academic' })
    await join({ name: 'Bob', segment: 'business' })
    const [bob, ana] = await people()
    const namesOf = async (json: object) =>
      (await exportAs({ format: 'json', ...json })).read(z.array(EarlyAdopter)).map(({ name }) => name)
    assert.deepEqual(await namesOf({ ids: [ana?.id] }), ['Ana'])
    assert.deepEqual(
      await namesOf({ ids: [ana?.id, ana?.id, bob?.id, crypto.randomUUID()] }).then((all) => all.sort()),
      ['Ana', 'Bob'],
    )
    assert.deepEqual(await namesOf({ filter: { segment: 'business' } }), ['Bob'])
    assert.deepEqual(await namesOf({ filter: { search: 'AN' } }), ['Ana'])
    assert.deepEqual(await namesOf({ filter: { badge: 'pioneer', has_badge: false } }), [])
    // All of one moment, down to the microsecond, and of many.
    await app.pool.query(
      `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
         search_text, created_at, last_contact_at)
       SELECT gen_random_uuid(), n || '@x.org', n || '@x.org', 'x', 'academic', '{}', 'es', now(), 'x', 'x',
         now() - (n / 700) * interval '1 microsecond', now()
       FROM generate_series(1, 3500) AS n`,
    )
    const all = (await exportAs({ format: 'json' })).read(z.array(EarlyAdopter))
    assert.equal(all.length, 3502)
    assert.equal(new Set(all.map(({ id }) => id)).size, 3502)
  })

  for (const json of [
    {},
    { format: 'xml' },
    { format: 'csv', ids: [] },
    { format: 'csv', ids: ['x'] },
    { format: 'csv', ids: 'x' },
    { format: 'csv', separator: '\r' },
    { format: 'csv', filter: { segment: 'x' } },
    { format: 'csv', filter: { search: 'a\0' } },
    { format: 'csv', filter: { has_badge: 'true' } },
  ]) {
    test(`refuses ${JSON.stringify(json)}`, async () => assert.equal((await exportAs(json)).status, 422))
  }
})

type Cells = Record<string, string>
const good: Cells = {
  name: 'Ana',
  email: 'ana@example.org',
  segment: 'academic',
  consent: 'yes',
  consented_at: '2026-05-31',
}
const fileOf = (...rows: Cells[]) => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))]
    .map((cells) => writeCsvLine(cells, ','))
    .join('')
}
const send = (body: string | Buffer, { run = false, language = 'en' } = {}) =>
  editor(`/api/early-adopters/import?dry_run=${!run}`, {
    body,
    headers: { 'content-type': 'text/csv', 'accept-language': language },
  })
const importOf = async (body: string | Buffer, options = {}) => (await send(body, options)).read(ImportReport)

describe('an import', () => {
  test('reports in a dry run what it would do, and adds nobody twice when it is repeated', async () => {
    await join({ email: 'KNOWN@example.org' })
    const file = fileOf(
      good,
      { ...good, email: 'Ana@Example.org' },
      { ...good, email: 'known@example.org', name: 'Changed' },
      { ...good, email: 'x' },
      { ...good, email: 'bob@example.org', name: 'Bob' },
    )
    const dry = await importOf(file)
    assert.deepEqual(dry.counts, { added: 2, already: 1, duplicate: 1, refused: 1 })
    assert.deepEqual(
      dry.rows.map(({ line, outcome }) => [line, outcome]).sort(([a], [b]) => Number(a) - Number(b)),
      [
        [2, 'added'],
        [3, 'duplicate'],
        [4, 'already'],
        [5, 'refused'],
        [6, 'added'],
      ],
    )
    assert.equal(dry.rows.find(({ line }) => line === 3)?.same_as, 2)
    assert.deepEqual(dry.rows.find(({ line }) => line === 5)?.errors, [
      { field: 'email', message: 'Please enter a valid e-mail address' },
    ])
    assert.equal((await people()).length, 1)
    const real = await importOf(file, { run: true })
    assert.deepEqual([real.dry_run, real.counts], [false, dry.counts])
    assert.deepEqual((await people()).map(({ email }) => email).sort(), [
      'KNOWN@example.org',
      'ana@example.org',
      'bob@example.org',
    ])
    assert.deepEqual((await importOf(file, { run: true })).counts, {
      added: 0,
      already: 3,
      duplicate: 1,
      refused: 1,
    })
    const { rows } = await app.pool.query('SELECT kind, actor_id FROM lead_events WHERE kind = $1', [
      'imported',
    ])
    assert.equal(rows.length, 2)
    assert.ok(rows.every(({ actor_id }) => actor_id))
    assert.equal(
      (await people()).find(({ email }) => email === 'KNOWN@example.org')?.name === 'Changed',
      false,
    )
  })

  test('twice at once adds everybody once', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => ({ ...good, email: `p${n}@example.org` }))
    const reports = await Promise.all([
      importOf(fileOf(...rows), { run: true }),
      importOf(fileOf(...rows.toReversed()), { run: true }),
    ])
    assert.equal(reports[0].counts.added + reports[1].counts.added, 1_200)
    const summary = await admin('/api/early-adopters/summary')
    assert.equal(JSON.parse(summary.text).total, 1_200)
  })

  test('reads an exported file again, hostile names included', async () => {
    for (const person of hostile)
      await join({ ...person, kind: 'investor', message: '=1+1\n-2', page: '/about' })
    const before = await people()
    for (const separator of [',', ';']) {
      const file = await exportAs({ format: 'csv', separator })
      await app.pool.query('DELETE FROM early_adopters')
      assert.deepEqual((await importOf(file.bytes, { run: true })).counts, {
        added: 5,
        already: 0,
        duplicate: 0,
        refused: 0,
      })
      const key = ({ name, email, company, segment, language, interests, kind, page }: EarlyAdopter) =>
        JSON.stringify([name, email, company, segment, language, interests, kind, page])
      assert.deepEqual((await people()).map(key).sort(), before.map(key).sort())
    }
    const { rows } = await app.pool.query(
      'SELECT DISTINCT length(consent_text) AS length, message FROM early_adopters',
    )
    assert.deepEqual(rows, [{ length: 43, message: '=1+1\n-2' }])
  })

  const speaking: [language: string, head: string, row: string][] = [
    [
      'es',
      'Nombre;Correo electrónico;SEGMENTO;Consentimiento;Fecha del consentimiento;Intereses',
      'Ana;a@x.org;ONG o gobierno;Sí;DATE;Identidad, Transparencia',
    ],
    [
      'de',
      'Name;E-Mail-Adresse;Segment;Einwilligung;Datum der Einwilligung;Interessen',
      'Ana;a@x.org;NGO oder Staat;ja;DATE;Identität Transparenz',
    ],
    [
      'fr',
      'Nom,E-mail,Segment,Consentement,Date du consentement,Intérêts',
      'Ana,a@x.org,ONG ou État,oui,DATE,Identité|Transparence',
    ],
    [
      'ru',
      'Имя;Почта;Сегмент;Согласие;Дата согласия;Интересы',
      'Ana;a@x.org;НКО или госорган;да;DATE;Идентичность Прозрачность',
    ],
    ['zh', '姓名,邮箱,类别,同意,同意日期,兴趣', 'Ana,a@x.org,政府或非政府组织,是,DATE,身份 透明'],
    [
      'ar',
      'الاسم,البريد الإلكتروني,الفئة,الموافقة,تاريخ الموافقة,الاهتمامات',
      'Ana,a@x.org,العمل الأهلي أو الحكومي,نعم,DATE,الهوية الشفافية',
    ],
    ['hi', 'नाम,ईमेल,सेगमेंट,सहमति,सहमति की तारीख़,रुचियाँ', 'Ana,a@x.org,एनजीओ या सरकार,हाँ,DATE,पहचान पारदर्शिता'],
  ]
  for (const [language, head, row] of speaking) {
    test(`reads a file written in ${language}`, async () => {
      const file = `${head}\n${row.replace('DATE', good.consented_at ?? '')}\n`
      // Whoever reads may speak another language than whoever wrote.
      const report = await importOf(file, { run: true, language: 'it' })
      assert.deepEqual(report.rows[0]?.errors, [])
      const [ana] = await people()
      assert.deepEqual([ana?.segment, ana?.language], ['ngo_gov', 'it'])
      assert.deepEqual(
        ana?.interests.map(({ id }) => id),
        ['identity', 'transparency'],
      )
    })
  }

  test('reads what old programs save, and UTF-16', async () => {
    const text = fileOf({ ...good, name: 'José Núñez' })
    const latin = await importOf(Buffer.from(text, 'latin1'), { language: 'es' })
    assert.deepEqual([latin.encoding, latin.rows[0]?.name], ['windows-1252', 'José Núñez'])
    const wide = await importOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
    assert.deepEqual([wide.encoding, wide.rows[0]?.name], ['utf-16le', 'José Núñez'])
    assert.equal((await send(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).status, 422)
  })

  const refusals: [cells: Cells, field: string, part: RegExp][] = [
    [{ ...good, consent: '' }, 'consent', /agreed/],
    [{ ...good, consent: 'no' }, 'consent', /agreed/],
    [{ ...good, consent: 'withdrawn' }, 'consent', /agreed/],
    [{ ...good, consented_at: '' }, 'consented_at', /2025-03-31/],
    [{ ...good, consented_at: '3/4/2026' }, 'consented_at', /2025-03-31/],
    [{ ...good, consented_at: '2026-02-30' }, 'consented_at', /2025-03-31/],
    [{ ...good, consented_at: '2999-01-01' }, 'consented_at', /2025-03-31/],
    [{ ...good, consented_at: '2001-01-01' }, 'consented_at', /three years/],
    [{ ...good, name: '' }, 'name', /name/],
    [{ ...good, name: 'x'.repeat(201) }, 'name', /too long/],
    [{ ...good, name: 'a\u202eb' }, 'name', /letters/],
    [{ ...good, name: 'a\nBcc: b@example.org' }, 'name', /characters/],
    [{ ...good, email: 'a@example.org\r\nBcc: b@example.org' }, 'email', /e-mail/],
    [{ ...good, segment: 'other' }, 'segment', /segment/],
    [{ ...good, language: 'tlh' }, 'language', /ten/],
    [{ ...good, interests: 'identity, gold' }, 'interests', /interests/],
  ]
  for (const [cells, field, part] of refusals) {
    test(`refuses a line whose ${field} is ${JSON.stringify(cells[field] ?? '').slice(0, 30)}`, async () => {
      const report = await importOf(fileOf(cells), { run: true })
      assert.deepEqual(report.counts, { added: 0, already: 0, duplicate: 0, refused: 1 })
      const [error] = report.rows[0]?.errors ?? []
      assert.equal(error?.field, field)
      assert.match(error?.message ?? '', part)
      assert.deepEqual(await people(), [])
    })
  }

  test('accepts dates with the day or month first when they have only one reading', async () => {
    for (const [cell, day] of [
      ['31/03/2026', '2026-03-31'],
      ['03.31.2026', '2026-03-31'],
      ['5-5-2026', '2026-05-05'],
      ['2026-03-31 10:00', '2026-03-31'],
    ]) {
      await importOf(fileOf({ ...good, consented_at: cell ?? '' }), { run: true })
      const { rows } = await app.pool.query(
        "DELETE FROM early_adopters RETURNING to_char(consented_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day",
      )
      assert.deepEqual(rows, [{ day }], cell)
    }
  })

  test('refuses a file without the columns it needs, naming them', async () => {
    for (const file of ['', 'x', 'name,email\nAna,a@example.org', '\n\n\n']) {
      const reply = await send(file)
      assert.equal(reply.status, 422, JSON.stringify(file))
      assert.match(reply.problem().detail, /segment, consent, and date of consent/)
    }
  })

  test('refuses files that are not CSV or are too large', async () => {
    assert.equal((await editor('/api/early-adopters/import', { json: {} })).status, 415)
    assert.equal((await editor('/api/early-adopters/import', { method: 'POST' })).status, 422)
    assert.equal((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status, 413)
    assert.equal(
      (
        await editor('/api/early-adopters/import?dry_run=perhaps', {
          body: 'x',
          headers: { 'content-type': 'text/csv' },
        })
      ).status,
      422,
    )
  })

  test('refuses a file beyond a limit as a whole, and says at which line', async () => {
    const many = Array.from({ length: 100_001 }, (_, n) => `${n}@example.org`)
    const rows = `email,name,segment,consent,consented_at\n${many.join(',Ana,academic,yes,2026-05-31\n')}`
    for (const [file, part] of [
      [rows, /100,000 rows/],
      [fileOf(good) + ','.repeat(5_000_000), /Line 3 .* 100 columns/],
      [`${fileOf(good)}"${'a'.repeat(10_001)}`, /Line 3 .* 10,000 characters/],
    ] as const) {
      const reply = await send(file, { run: true })
      assert.equal(reply.status, 422)
      assert.match(reply.problem().detail, part)
    }
    assert.deepEqual(await people(), [])
    assert.equal((await importOf(rows.slice(0, rows.lastIndexOf('\n')))).counts.added, 100_000)
  })

  test('stops between two groups when its client disconnects', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({ ...good, email: `p${n}@example.org` }))
    const countPeople = async () =>
      Number((await app.pool.query('SELECT count(*) FROM early_adopters')).rows[0].count)
    const login = { username: 'admin', password: 'correct horse battery' }
    const { access_token: token } = (await app.send('/api/auth/login', { form: login })).read(LoginResponse)
    const leaving = new AbortController()
    const request = fetch(`${app.url}/api/early-adopters/import?dry_run=false`, {
      method: 'POST',
      body: fileOf(...rows),
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    request.catch(() => {})
    while ((await countPeople()) === 0) await setImmediate()
    leaving.abort()
    let [count, before] = [await countPeople(), -1]
    for (; count !== before; count = await countPeople()) {
      before = count
      await sleep(200)
    }
    assert.ok(count < 20_000)
    assert.equal(count % 500, 499)
    const { rows: events } = await app.pool.query(
      "SELECT count(*)::int AS count FROM lead_events JOIN early_adopters ON lead_id = early_adopters.id WHERE lead_events.kind = 'imported'",
    )
    assert.equal(events[0].count, count)
  })

  test('runs alone; a few others wait, and more are refused', async () => {
    const file = fileOf(...Array.from({ length: 5_000 }, (_, n) => ({ ...good, email: `p${n}@example.org` })))
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(file)))
    const statuses = replies.map(({ status }) => status)
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      String(statuses),
    )
    assert.ok(statuses.filter((status) => status === 200).length >= 6)
    for (const reply of replies.filter(({ status }) => status === 503)) {
      assert.ok(Number(reply.headers['retry-after']) > 0)
    }
    assert.equal((await send(file)).status, 200)
  })

  test('refuses a form that cannot be read', async () => {
    for (const { status, body, headers } of brokenForms(fileOf(good))) {
      const reply = await editor('/api/early-adopters/import', { method: 'POST', body, headers })
      assert.equal(reply.status, status, `${headers['content-type']} ${body.slice(0, 60)}`)
      assert.ok(reply.problem().detail.length > 10)
    }
  })

  test('takes a form with the file in it', async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\nContent-Type: text/csv\r\n\r\n${fileOf(good)}\r\n--b--\r\n`
    const reply = await editor('/api/early-adopters/import', {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.equal(reply.read(ImportReport).counts.added, 1)
    assert.deepEqual(await people(), [])
  })

  test('lists refused lines and duplicates first when a file has very many lines', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ ...good, email: `p${n}@example.org` }))
    const report = await importOf(fileOf(...rows, { ...good, email: 'x' }))
    assert.deepEqual(report.counts, { added: 3_000, already: 0, duplicate: 0, refused: 1 })
    assert.equal(report.rows[0]?.outcome, 'refused')
    assert.equal(report.rows.length + report.left_off, 3_001)
  })

  test('adds nobody in a dry run and sends no confirmation mails', async () => {
    await importOf(fileOf(good), { run: true })
    const { rows } = await app.pool.query(
      `SELECT last_contact_at = consented_at AS kept, (SELECT count(*)::int FROM confirmation_queue) AS queued
       FROM early_adopters`,
    )
    assert.deepEqual(rows, [{ kept: true, queued: 0 }])
  })
})
