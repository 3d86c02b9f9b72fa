/** The numbers of the first and the last entry on a page of a list, and how many pages there are. */
export function describePage({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  return {
    from: Math.min((page - 1) * pageSize + 1, total),
    to: Math.min(page * pageSize, total),
    pages: Math.max(1, Math.ceil(total / pageSize)),
  }
}
