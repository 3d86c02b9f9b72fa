/**
 * The policies through which the admin hands HTML to the browser; its Content Security Policy allows these and that of
 * the editor's library. Browsers without Trusted Types take the strings themselves.
 */
type PolicyName = 'inert-html' | 'mail-frame'
type ScriptPolicyName = 'pdf-worker'

// What comes out is TrustedHTML or TrustedScriptURL; the types of the DOM still ask for strings.
interface Policy {
  createHTML(html: string): string
  createScriptURL(address: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Partial<Policy>): Policy
}

declare global {
  var trustedTypes: PolicyFactory | undefined
}

/** Makes the one function that lets HTML through under a policy's name. Do not export it from the module that needs it. */
export function createHtmlPolicy(
  name: PolicyName,
  createHTML: (html: string) => string,
): (html: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createHTML })
  return policy ? (html) => policy.createHTML(html) : createHTML
}

/** Lets the browser load one script of our own, apart from the page, under a policy's name. */
export function allowScript(name: ScriptPolicyName, address: string): string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createScriptURL: () => address })
  return policy ? policy.createScriptURL(address) : address
}
