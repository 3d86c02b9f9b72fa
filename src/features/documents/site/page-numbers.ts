/** The pages to which a list links: the first, the last, and those beside the present one; `gap` where some are left out. */
export function listPageNumbers(page: number, pages: number): (number | 'gap')[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const shown = [...new Set(near)].toSorted((a, b) => a - b)
  return shown.flatMap((one, index) => {
    const skipped = one - (shown[index - 1] ?? 0) - 1
    if (skipped === 0) return [one]
    // A gap of one page is no shorter than its number.
    return skipped === 1 ? [one - 1, one] : ['gap' as const, one]
  })
}
