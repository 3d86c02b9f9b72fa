/**
 * The advisory lock of whoever replaces the data of the whole installation; any fixed number. It is held for a session, so
 * that maintenance ends with the process that holds it, however that ends.
 */
export const maintenanceLock = 7_203_648

/** Whether the data of this database is being replaced, within a query. */
export const isUnderMaintenance = `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ExclusiveLock'
    AND classid = 0 AND objid = ${maintenanceLock} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
