import type { PGlite } from '@electric-sql/pglite'

/**
 * Reads every page of every table and index once, PostgreSQL's own among them, and throws at the first damaged one.
 * The database writes a checksum into each page, so a changed byte is noticed when its page is read; `amcheck` looks
 * whether what is in the pages fits together. Nothing is left of the extension.
 *
 * What this cannot find: pages that are whole but from an earlier time, pages of a table that are all zeros (such
 * a page counts as empty), and rows that nobody has read yet whose transaction's note is lost.
 */
export async function checkTables(pglite: PGlite): Promise<void> {
  await pglite.exec('begin')
  try {
    await pglite.exec(PREPARE)
    await pglite.query(CHECK_INDEXES)
    refuse((await pglite.query<Found>(CHECK_TABLES)).rows)
    refuse((await pglite.query<Found>(rowsByKey((await pglite.query<Key>(KEYS)).rows))).rows)
  } finally {
    await pglite.exec('rollback')
  }
}

interface Found {
  wrong: string
}
interface Key {
  name: string
  columns: string
}

function refuse([found]: Found[]): void {
  if (found) throw new Error(found.wrong)
}

const PREPARE = `
  create extension amcheck with schema pg_catalog;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_indexonlyscan = off;
  set local enable_sort = off;`

const CHECK_INDEXES = `
  select count(bt_index_check(pg_class.oid)) from pg_class join pg_am on pg_am.oid = relam
  where relkind = 'i' and amname = 'btree'`

const CHECK_TABLES = `
  select relname || ': ' || msg as wrong
  from pg_class, lateral (select msg from verify_heapam(oid) limit 1) as found
  where relkind in ('r', 't', 'm') limit 1`

/** An empty index is one page. */
const KEYS = `
  select indrelid::regclass as name, string_agg(quote_ident(attname), ', ' order by place) as columns
  from pg_index
  cross join generate_series(1, indnkeyatts) as place
  join pg_attribute on attrelid = indrelid and attnum = indkey[place - 1]
  where indisprimary and pg_relation_size(indexrelid) > current_setting('block_size')::int
  group by indrelid`

/**
 * Through their keys rows are found missing that were in the lost part of a cut file: the index still knows them. The
 * notes on which transactions were committed have no checksum, but rows that were seen since contradict a wrong one.
 */
const rowsByKey = (keys: readonly Key[]): string => `
  select 'it shows rows of transaction ' || xmin || ', which is noted as aborted' as wrong
  from (${keys.map(({ name, columns }) => `(select xmin from ${name} order by ${columns} offset 0)`).join(' union ')}) as kept
  where pg_xact_status(xmin::text::xid8) = 'aborted' limit 1`
