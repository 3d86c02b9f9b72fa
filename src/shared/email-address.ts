const longest = 254
const longestLocalPart = 64

// A dot-atom before the @ (RFC 5322 §3.2.3), and a domain with at least one dot after it.
const pattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/**
 * Whether a text is an e-mail address that mail servers take: at most 64 characters before the @ (RFC 5321 §4.5.3.1.1), no
 * dot at their beginning or end, no two in a row. Without a schema library, since the public form loads it too.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= longest && text.indexOf('@') <= longestLocalPart && pattern.test(text)
}

/** Whether one of the words of a text is an e-mail address. */
export const hasEmailAddress = (text: string): boolean => text.split(/\s+/).some(isEmailAddress)

/** An e-mail address in the form in which addresses are compared and stored as keys. */
export const emailKeyOf = (email: string): string => email.toLowerCase()
