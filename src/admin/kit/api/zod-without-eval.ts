declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// Before zod is loaded: it would try whether it may compile code, which the policy of the admin refuses and reports.
globalThis.__zod_globalConfig = { jitless: true }

export {}
