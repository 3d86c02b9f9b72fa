import { test as base } from '@playwright/test'
import { LoginResponse } from '#features/accounts/contract.ts'
import {
  adminPassword,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../test/support/build-app.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

export interface AdminOptions extends VisitorOptions {
  /** Who is signed in; the first admin unless said otherwise. */
  username?: string
  password?: string
}

interface TestFixtures {
  /** How the product of this file is started: `test.use({ productOptions: { env: … } })`. */
  productOptions: TestAppOptions
  /** The whole product with a database of its own, the same for all tests of a file. */
  product: TestApp
  /** Opens a browser window, which is closed after the test. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** Opens a browser window of somebody who is signed in, at a path of the admin. */
  openAdmin(path: string, options?: AdminOptions): Promise<Visitor>
}

interface WorkerFixtures {
  /** Starts the product of a test file, after closing that of the file before. */
  startProduct(file: string, options: TestAppOptions): Promise<TestApp>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  productOptions: [{}, { option: true }],

  startProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      let current: { file: string; product: TestApp } | undefined
      await use(async (file, options) => {
        if (current?.file === file) return current.product
        await current?.product.close()
        current = undefined
        const product = await startTestApp(options)
        current = { file, product }
        return product
      })
      await current?.product.close()
    },
    { scope: 'worker' },
  ],

  product: async ({ startProduct, productOptions }, use, { file }) => {
    await use(await startProduct(file, productOptions))
  },

  visit: async ({ browser, product }, use) => {
    const visitors: Visitor[] = []
    await use(async (options) => {
      const visitor = await openVisitor(browser, { baseURL: product.url }, options)
      visitors.push(visitor)
      return visitor
    })
    for (const { close } of visitors) await close()
  },

  openAdmin: async ({ browser, product }, use) => {
    const visitors: Visitor[] = []
    await use(async (path, { username = 'admin', password = adminPassword, ...options } = {}) => {
      const reply = await product.send('/api/auth/login', { form: { username, password } })
      const { access_token: token } = reply.read(LoginResponse)
      const visitor = await openVisitor(browser, { baseURL: product.url, token }, options)
      visitors.push(visitor)
      await visitor.page.goto(path)
      return visitor
    })
    for (const { close } of visitors) await close()
  },
})
