/** The first and the last characters of an address, which tell it from others at a glance. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
