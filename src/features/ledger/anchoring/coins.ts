const places = 18

/** An amount of a chain's coin, such as `0.01`, in its smallest unit. */
export function parseCoins(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** An amount in a chain's smallest unit as one of its coin, such as `0.01`. */
export function formatCoins(amount: bigint): string {
  const digits = String(amount).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
