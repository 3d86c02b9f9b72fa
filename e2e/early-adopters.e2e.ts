import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { z } from 'zod'
import { users } from '#features/accounts/table.ts'
import { adminPassword, type TestApp } from '../test/support/build-app.ts'
import { confirmationTokenOf } from '../test/support/email-changes.ts'
import { registrationOf } from '../test/support/factories.ts'
import { rowsOf, xlsxOf, zipOf } from '../test/support/files/xlsx.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { arabicJourneyLanguages } from './support/sweep.ts'
import { type AdminOptions, test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'
import type { Visitor } from './support/visitor.ts'

const test = base.extend<{
  /** Opens the list of early adopters and waits until it is loaded. */
  openList(options: AdminOptions): Promise<Visitor>
}>({
  openList: async ({ openAdmin }, use) => {
    await use(async (options) => {
      const visitor = await openAdmin('/admin/early-adopters', options)
      await visitor.page.getByRole('rowheader').first().waitFor()
      return visitor
    })
  },
})

test.beforeAll(async ({ product }) => {
  await product.db.insert(users).values({
    ...{ username: 'viewer', usernameKey: 'viewer', name: 'Solo Lee', role: 'viewer' },
    passwordHash: await hash(adminPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  })
})

const formula = '=HYPERLINK("https://evil.example")'
const markup = '<img src=x onerror=alert(1)>'

test.beforeEach(async ({ product }) => {
  await product.pool.query('DELETE FROM early_adopters')
  const people = [{ name: 'Ana Núñez' }, { name: formula }, { name: markup }, { name: 'محمد بن علي' }]
  for (const [index, person] of people.entries()) {
    const json = registrationOf({
      ...person,
      email: `p${index}@example.org`,
      segment: index ? 'business' : 'academic',
    })
    assert.equal((await product.send('/api/early-adopters', { json })).status, 201)
    product.clock.advance(1_000)
  }
})

test('a short search shows its first page at once, and all whom it finds when they are counted', async ({
  product,
  openList,
}) => {
  await product.pool.query(
    `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
       search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), n || '@b.org', n || '@b.org', 'Bee', 'academic', '{}', 'es', now(), 'x', 'bee', now(), now()
     FROM generate_series(1, 612) AS n`,
  )
  const { page } = await openList({ language: 'es' })
  const counting = Promise.withResolvers<void>()
  await page.route('**/api/early-adopters?*count=exact*', async (route) => {
    await counting.promise
    await route.continue()
  })
  await page.goto('/admin/early-adopters?search=be')
  await page.getByRole('status').filter({ hasText: '500+' }).waitFor()
  assert.equal(await page.getByRole('rowheader').first().innerText(), 'Bee')
  counting.resolve()
  await page.getByRole('status').filter({ hasText: '612' }).waitFor()
})

async function idOf(product: TestApp, email: string): Promise<string> {
  const { rows } = await product.pool.query('SELECT id FROM early_adopters WHERE email = $1', [email])
  return z.object({ id: z.string() }).parse(rows[0]).id
}

for (const language of arabicJourneyLanguages) {
  const width = language === 'es' ? 1440 : 390
  const t = (key: string, variables = {}) => textOf(language, `leads:leads.${key}`, variables)

  test.describe(`early adopters in ${language}, ${width} px wide`, () => {
    test('are offered when a search with a typo finds nobody', async ({ openList }) => {
      const visitor = await openList({ language, width })
      const { page } = visitor
      await page.goto('/admin/early-adopters?search=nunnes')
      await page.getByText(textOf(language, 'admin:people.noMatch')).waitFor()
      const similar = page
        .getByRole('heading', { name: textOf(language, 'admin:people.similar') })
        .locator('..')
      await expectAccessible(page, 'the people offered')
      await expectNoSidewaysScroll(page, 'the people offered')
      await similar.getByRole('link', { name: 'Ana Núñez' }).click()
      await page.getByRole('heading', { name: 'Ana Núñez' }).waitFor()
      assert.deepEqual(visitor.faults, [])
    })

    test('are filtered, sorted and chosen, and the address keeps it', async ({ openList }) => {
      const visitor = await openList({ language, width })
      const { page } = visitor
      const names = () => page.getByRole('rowheader').allInnerTexts()
      assert.deepEqual(await names(), ['محمد بن علي', markup, formula, 'Ana Núñez'])
      if (width === 1440)
        await page
          .getByRole('button', { name: textOf(language, 'admin:people.name'), exact: true })
          .press('Enter')
      else {
        await page.getByRole('button', { name: textOf(language, 'admin:filters.open') }).click()
        await page.getByLabel(t('sort.label')).selectOption('name_asc')
      }
      await page.waitForURL('**sort=name&order=asc')
      await page.getByRole('rowheader').first().filter({ hasText: markup }).waitFor()
      await page.getByLabel(t('badge'), { exact: true }).selectOption('none')
      await page.waitForURL('**has_badge=false**')
      await page.getByLabel(t('language')).selectOption('fr')
      await page.getByText(textOf(language, 'admin:people.noMatch')).waitFor()
      await page.goBack()
      await page.getByRole('rowheader').first().waitFor()
      assert.equal((await names()).length, 4)
      await page.getByLabel(t('select.one', { name: 'Ana Núñez' })).press('Space')
      await page.getByText(t('select.chosen', { number: 1 })).waitFor()
      await page.getByRole('button', { name: t('select.all', { number: 4 }) }).click()
      await page.getByText(t('select.chosen', { number: 4 })).waitFor()
      await expectAccessible(page, 'the list with a selection')
      await expectNoSidewaysScroll(page, 'the list')
      assert.deepEqual(visitor.faults, [])
    })

    test('filters are saved, shown again by choosing them, and start a campaign', async ({
      product,
      openList,
    }) => {
      await product.pool.query('DELETE FROM saved_filters')
      const visitor = await openList({ language, width })
      const { page } = visitor
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
      const saved = page.getByRole('combobox', { name: t('saved.label') })
      if (width === 390)
        await page.getByRole('button', { name: textOf(language, 'admin:filters.open') }).click()
      await page
        .getByLabel(textOf(language, 'admin:people.segment'), { exact: true })
        .selectOption('business')
      await button('saved.open').click()
      await page.getByLabel(t('saved.name')).fill('شركات Núñez')
      await expectAccessible(page, 'the dialog that saves filters')
      await button('saved.confirm').click()
      await button('saved.edit').waitFor()
      await saved.selectOption('')
      await page.waitForURL((url) => url.search === '')
      await saved.selectOption({ label: 'شركات Núñez' })
      await page.waitForURL('**?segment=business')
      await expectAccessible(page, 'the list under a saved filter')
      await expectNoSidewaysScroll(page, 'the list under a saved filter')
      await page.goBack()
      await page.waitForURL((url) => url.search === '')
      await saved.locator('option[value=""]:checked').waitFor({ state: 'attached' })

      await page.goto('/admin/email/campaigns/new')
      const c = (key: string) => textOf(language, `campaigns:campaigns.audience.${key}`)
      const segment = page.getByRole('checkbox', { name: textOf(language, 'admin:segments.business') })
      await page.getByRole('checkbox', { name: textOf(language, 'admin:segments.academic') }).check()
      await page.getByLabel(c('saved.start')).selectOption({ label: 'شركات Núñez' })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: c('saved.confirm') })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.ok(await segment.isChecked())
      assert.equal(
        await page.getByRole('checkbox', { name: textOf(language, 'admin:segments.academic') }).isChecked(),
        false,
      )
      await page.getByRole('button', { name: c('saved.save') }).waitFor()
      await expectAccessible(page, 'an audience from a saved filter')
      await expectNoSidewaysScroll(page, 'an audience from a saved filter')
      // axe cannot run in the frame of the mail's preview, in which no script may run.
      assert.deepEqual(
        visitor.faults.filter((fault) => !fault.includes('about:srcdoc')),
        [],
      )
    })

    test('are exported as a file that a spreadsheet does not run', async ({ openList }) => {
      const { page, faults } = await openList({ language, width })
      await page.getByRole('button', { name: t('export.open') }).click()
      await expectAccessible(page, 'the export')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('export.start') }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      assert.ok(file.startsWith('\ufeffid'))
      assert.equal(file.trimEnd().split('\r\n').length, 5)
      assert.ok(file.includes(`"'=HYPERLINK(""https`))
      assert.deepEqual(faults, [])
    })

    test('are imported after a look at what would happen', async ({ product, openList }) => {
      const { page, faults } = await openList({ language, width })
      await page.getByRole('link', { name: t('import.open') }).click()
      await page.getByRole('heading', { name: textOf(language, 'admin:screens.importPeople') }).waitFor()
      await expectAccessible(page, 'the choice of a file')
      const day = new Date(product.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)
      const csv = `nombre;correo;segmento;consentimiento;fecha del consentimiento\nLía;lia@example.org;Empresa;sí;${day}\nX;p1@example.org;Empresa;sí;${day}\nY;y@example.org;Empresa;no;${day}\n`
      const workbook = { name: 'personas.xlsx', mimeType: '' }
      const choose = page.locator('input[type=file]')
      await choose.setInputFiles({
        ...workbook,
        buffer: zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
      })
      await page.getByText(textOf(language, 'errors:import_file_kind')).waitFor()
      await expectAccessible(page, 'a file of another kind')
      const rows = csv.split('\n').map((line) => line.split(';'))
      const sheets = xlsxOf({ data: rowsOf(rows), sheetNames: ['Gente', 'Notas'] })
      await choose.setInputFiles({ ...workbook, buffer: sheets })
      await page.getByText(t('import.checked', { file: 'personas.xlsx' })).waitFor()
      await page.getByText(t('import.sheet', { sheet: 'Gente' })).waitFor()
      await expectNoSidewaysScroll(page, 'what an XLSX file would do')
      await page.getByRole('button', { name: t('import.again') }).click()
      await choose.setInputFiles({
        ...{ name: 'personas.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(csv),
      })
      await page.getByText(t('import.checked', { file: 'personas.csv' })).waitFor()
      await page.getByText(textOf(language, 'errors:fields.consent_missing')).waitFor()
      await expectAccessible(page, 'what a file would do')
      await expectNoSidewaysScroll(page, 'what a file would do')
      assert.equal(await product.pool.query('SELECT FROM early_adopters').then(({ rowCount }) => rowCount), 4)
      // What was refused comes back with its reason, under headers that have to be told what they are.
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('import.refusedFile.download', { number: 1 }) }).click()
      const refused = await readFile(await (await download).path(), 'utf8')
      assert.ok(refused.includes(textOf(language, 'errors:fields.consent_missing').slice(0, 20)))
      const corrected = refused.replace(/([;,])no([;,])/, '$1sí$2').replace('nombre', 'quién')
      await page.getByRole('button', { name: t('import.start', { number: 1 }) }).click()
      await page.getByText(t('import.finished', { file: 'personas.csv' })).waitFor()
      await page.getByRole('button', { name: t('import.again') }).click()
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'corregidas.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(corrected),
      })
      await page.getByText(t('import.mapping.missing', { columns: t('columns.name') })).waitFor()
      await page.getByLabel(t('import.mapping.choose', { column: 'quién' })).selectOption('name')
      await expectAccessible(page, 'the columns of a file')
      await expectNoSidewaysScroll(page, 'the columns of a file')
      await page.getByRole('button', { name: t('import.mapping.check') }).click()
      await page.getByLabel(t('import.tags.label')).fill('Feria, ana@example.org')
      await page.getByRole('button', { name: t('import.start', { number: 1 }) }).click()
      await page.getByText(textOf(language, 'errors:fields.tag_address')).waitFor()
      await expectNoSidewaysScroll(page, 'refused tags of a file')
      await page.getByLabel(t('import.tags.label')).fill('Feria')
      await page.getByRole('button', { name: t('import.start', { number: 1 }) }).click()
      await page.getByText(t('import.finished', { file: 'corregidas.csv' })).waitFor()
      await page.getByRole('link', { name: t('import.seeList') }).click()
      await page.getByRole('link', { name: 'Lía' }).waitFor()
      await page.getByRole('row').filter({ hasText: 'Feria' }).waitFor()
      assert.deepEqual(
        faults.filter((fault) => !fault.includes('422')),
        [],
      )
    })

    test('one is corrected, noted about, and her history tells it', async ({ openList }) => {
      const { page, faults } = await openList({ language, width })
      await page.getByRole('link', { name: 'Ana Núñez' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ana Núñez' }).waitFor()
      await page.getByRole('button', { name: t('data.edit') }).click()
      await page.getByLabel(textOf(language, 'admin:people.email')).fill('p1@example.org')
      await page.getByRole('button', { name: t('data.save') }).click()
      await page.getByText(textOf(language, 'errors:fields.email_taken'), { exact: true }).waitFor()
      await expectAccessible(page, 'a refused correction')
      await page.getByLabel(textOf(language, 'admin:people.email')).fill('p0@example.org')
      await page.getByLabel(textOf(language, 'admin:people.company')).fill('Taller Dos')
      await page.getByRole('button', { name: t('data.save') }).click()
      await page.getByText(t('timeline.kinds.corrected', { fields: t('columns.company') })).waitFor()
      await page.getByLabel(t('notes.new')).fill('Llamar mañana')
      await page.getByRole('button', { name: t('notes.add') }).press('Enter')
      await page.getByRole('paragraph').filter({ hasText: 'Llamar mañana' }).waitFor()
      await page.getByText(t('timeline.kinds.noted')).waitFor()
      await expectAccessible(page, 'a lead')
      await expectNoSidewaysScroll(page, 'a lead')
      await page.getByRole('button', { name: t('notes.remove') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('notes.remove') })
        .click()
      await page.getByText(t('notes.none')).waitFor()
      assert.deepEqual(faults, [])
    })

    test('a new address of one waits for its owner, and is given up or confirmed', async ({
      product,
      visit,
      openList,
    }) => {
      const { page, faults } = await openList({ language, width })
      const ask = async (email: string) => {
        await page.getByRole('button', { name: t('data.edit') }).click()
        await page.getByLabel(textOf(language, 'admin:people.email')).fill(email)
        await page.getByRole('button', { name: t('data.save') }).click()
      }
      const waiting = (email: string) =>
        page.getByText(t('emailChange.waiting', { email: `\u2068${email}\u2069` }))
      await page.getByRole('link', { name: 'Ana Núñez' }).click()
      const wrong = `${'quite.a.long.address'.repeat(3)}@universidad-de-ejemplo.example.org`
      await ask(wrong)
      await waiting(wrong).waitFor()
      await page.getByRole('link', { name: 'p0@example.org' }).waitFor()
      await page.getByText(t('timeline.kinds.email_change_requested')).waitFor()
      await expectAccessible(page, 'a lead whose new address waits')
      await expectNoSidewaysScroll(page, 'a lead whose new address waits')
      await page.getByRole('button', { name: t('emailChange.cancel') }).click()
      await waiting(wrong).waitFor({ state: 'detached' })
      await page.locator('#content').getByText(t('timeline.kinds.email_change_cancelled')).waitFor()
      await ask('ana@example.org')
      await waiting('ana@example.org').waitFor()

      const owner = await visit({ width })
      const token = await confirmationTokenOf(product, 'ana@example.org')
      await owner.page.goto(`/${language}/rights/email?token=${token}`)
      await owner.page.getByRole('button', { name: textOf(language, 'rights:email.action') }).click()
      await owner.page.getByText(textOf(language, 'rights:notices.email_confirmed')).waitFor()
      await page.reload()
      await page.getByRole('link', { name: 'ana@example.org' }).waitFor()
      await page.getByText(t('timeline.kinds.email_changed')).waitFor()
      assert.equal(await waiting('ana@example.org').count(), 0)
      assert.deepEqual([...faults, ...owner.faults], [])
    })

    test('are shown to viewers without addresses, notes and what they may not do', async ({
      product,
      openList,
    }) => {
      const id = await idOf(product, 'p0@example.org')
      await product.pool.query(
        "INSERT INTO lead_notes (lead_id, text, created_at, updated_at) VALUES ($1, 'Llamar mañana', now(), now())",
        [id],
      )
      const { page, faults } = await openList({ language, width, username: 'viewer' })
      for (const path of ['/admin/early-adopters?sort=email&order=asc', `/admin/early-adopters/${id}`]) {
        await page.goto(path)
        await page.getByText(t('visibility.addresses')).waitFor()
        await page.getByText('Ana Núñez').first().waitFor()
        const buttons = [
          'import.open',
          'export.open',
          'data.edit',
          'bulk.award',
          'lead.mail',
          'erase.open',
          'notes.add',
        ]
        for (const button of buttons)
          assert.equal(await page.getByText(t(button), { exact: true }).count(), 0)
        assert.equal(await page.getByRole('checkbox').count(), 0)
        assert.doesNotMatch(await page.locator('body').innerText(), /@example|Llamar/)
        await expectAccessible(page, path)
        await expectNoSidewaysScroll(page, path)
      }
      await page.getByText(t('visibility.notes')).waitFor()
      await page.goto('/admin/early-adopters/import')
      await page.waitForURL('**/admin/early-adopters')
      assert.deepEqual(faults, [])
    })

    test('one is erased after it is understood that this is for good', async ({ product, openList }) => {
      const { page } = await openList({ language, width })
      const id = await idOf(product, 'p1@example.org')
      await page.goto(`/admin/early-adopters/${id}`)
      await page.getByRole('heading', { level: 1, name: formula }).waitFor()
      await page.getByRole('button', { name: t('erase.open') }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: t('erase.confirm') })
      assert.ok(await confirm.isDisabled())
      await dialog.getByLabel(t('erase.understood')).press('Space')
      await expectAccessible(page, 'the question before erasing')
      await confirm.click()
      await dialog.getByText(t('erase.done', { erased: 1, missing: 0 })).waitFor()
      await dialog
        .getByRole('button', { name: textOf(language, 'admin:close') })
        .last()
        .click()
      await page.waitForURL('**/admin/early-adopters')
      await page.getByRole('link', { name: formula }).waitFor({ state: 'detached' })
      await page.goto(`/admin/early-adopters/${id}`)
      await page.getByRole('heading', { level: 1, name: t('lead.unknown') }).waitFor()
    })
  })
}
