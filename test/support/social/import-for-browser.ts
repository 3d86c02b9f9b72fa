import { registerHooks } from 'node:module'

/** Imports modules of the browser, which name JSON without saying so, as bundlers let them. */
export async function importForBrowser<Module>(load: () => Promise<Module>): Promise<Module> {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}
