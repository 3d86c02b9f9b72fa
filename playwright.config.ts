import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { isFullSweep } from './e2e/support/sweep.ts'
import { findHeadlessChromium } from './tools/chromium.ts'

// The system's Chromium: no browser is downloaded.
const executablePath = findHeadlessChromium()
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Pages live for seconds here: to optimise and keep their code costs a quarter of the processor, and speeds up nothing.
  ...['--js-flags=--no-opt --no-maglev --single-threaded-gc', '--v8-cache-options=none'],
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/support/start-postgres.ts',
  // One more than there are cores: a browser waits half of the time.
  workers: availableParallelism() + 1,
  retries: 1,
  // A full sweep looks at each screen in ten languages.
  timeout: isFullSweep ? 900_000 : 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: 'test-results/journeys.json' }]],
  // Node runs the product itself, as outside of tests; transforming its bundles would block for seconds.
  build: { external: ['**/src/**', '**/dist/**', '**/test/**', '**/tools/**'] },
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace of every test would cost half as much again as the tests.
    trace: 'on-first-retry',
    launchOptions: { args: flags, ...(executablePath && { executablePath }) },
  },
})
