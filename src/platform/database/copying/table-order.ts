/**
 * Tables in an order in which those that others refer to come first, and else in that given. Where some refer to each other in
 * a circle, one of them comes before what it refers to.
 */
export function orderTables<Table extends { name: string; refersTo: readonly string[] }>(
  tables: readonly Table[],
): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<Table>()
  const underway = new Set<Table>()
  const add = (table: Table) => {
    if (ordered.has(table) || underway.has(table)) return
    underway.add(table)
    for (const name of table.refersTo) {
      const target = byName.get(name)
      if (target) add(target)
    }
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}
