/** What another mail server answered, as far as it can be understood (RFC 5321 §4.2, RFC 3463). */
export interface ServerReply {
  /** 250, 451, 550 …; undefined when there is none in the text. */
  code: number | undefined
  /** 5.1.1 …; undefined when there is none in the text. */
  enhanced: string | undefined
}

/** The codes in the answer of a mail server, such as `550 5.1.1 no such user`. */
export function readReply(text: string): ServerReply {
  const match = /(?:^|\D)([2-5]\d\d)(?:[ -](?:#?([245]\.\d{1,3}\.\d{1,3})\b)?|(?<=^\d{3})$)/.exec(text)
  const enhanced = match?.[2] ?? /\b([245]\.\d{1,3}\.\d{1,3})\b(?!\.)/.exec(text)?.[1]
  return { code: match?.[1] === undefined ? undefined : Number(match[1]), enhanced }
}

/**
 * Whether a refusal says that the address itself is none, so that writing to it again makes no sense. Full, busy,
 * disliked and misdirected mail says nothing against an address.
 */
export function isAddressGone({ code, enhanced }: ServerReply): boolean {
  if (enhanced && enhanced !== '5.0.0') return /^5\.1\.(?![78]$)|^5\.2\.1$/.test(enhanced)
  return code === 550 || code === 551 || code === 553
}
