declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// Runs before zod is loaded: zod would test whether it may compile code, which the CSP of the admin refuses and reports.
globalThis.__zod_globalConfig = { jitless: true }

export {}
