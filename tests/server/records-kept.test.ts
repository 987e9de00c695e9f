import { sql } from 'drizzle-orm'
import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { serveChange } from '#server/http/serve-change'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { addLeague, addMembers, season2425 } from '../support/empty-league.ts'
import { testDatabase } from '../support/test-database.ts'

/** By hand: all that the record of each change may keep of its request. */
const KEPT: Readonly<Record<string, string>> = {
  'stats.patchTeam': 'teamId name shortName',
  'roster.putLineup': 'teamId scratch dress',
  'roster.putScratchStatus': 'teamId playerId scratch-status',
  'trading.addToCart': 'teamId playerId action',
  'trading.removeFromCart': 'teamId playerId',
  'trading.emptyCart': 'teamId',
  'trading.executeTrade': 'teamId',
  'draft.draftPlayer': 'teamId playerId',
  'draft.keepPlayer': 'teamId playerId',
  'draft.putTag': 'teamId',
  'draft-admin.addPickingTeam': 'teamId',
  'draft-admin.removePickingTeam': 'teamId',
  'draft-admin.setPickingTeam': 'teamId',
  'draft-admin.backSequence': '',
  'draft-admin.forwardSequence': '',
  'draft-admin.freePicking': '',
  'draft-admin.generateBoxes': '',
  'draft-admin.lockKeepers': '',
  'draft-admin.randomizeSequence': '',
  'draft-admin.resumeSequence': '',
  'draft-room.draftForTeam': 'teamId playerId',
  'draft-room.keepForTeam': 'teamId playerId',
  'draft-room.removeKeeper': 'teamId playerId',
  'draft-room.takeBackPick': 'playerId',
  'draft-room.putClock': 'secondsPerPick',
  'draft-room.putPickForMe': 'teamId mode',
  'draft-room.putPickList': 'teamId',
  'draft-room.pauseDraft': '',
  'draft-room.resumeDraft': '',
  'draft-room.unlockKeepers': '',
  'push.putPush': '',
  'push.patchPush': '',
  'push.deletePush': '',
  'next-season.startSeason': 'seasonId firstDay lastDay retire',
  'next-season.undoSeason': 'seasonId',
  'message.readMessage': 'messageId',
  'message.tellMembers': 'words',
  'office.addMember': 'userName displayName roles teamId',
  'office.changeMember': 'memberId displayName roles',
  'office.removeMember': 'memberId userName',
  'office.inviteMember': 'memberId lost',
  'office.endLogins': 'memberId',
  'office.addTeam': 'name shortName cash',
  'office.renameAnyTeam': 'teamId name shortName',
  'office.handOverTeam': 'teamId memberId from',
  'office.retireTeam': 'teamId isRetiring',
  'office-statistics.importNow': 'readsAll',
  'office-statistics.publishNow': '',
  'office-statistics.changeOfficeSeason': '',
  'corrections.makeCorrection': 'reason',
}
/** A POST only for its length: it changes nothing. */
const READS = ['corrections.previewCorrection']

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly pattern?: string
  readonly examples?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}
const jsonOf = (schema: TSchema): JsonSchema => JSON.parse(JSON.stringify(schema))

/** A day or a time, as long as the example that the contract gives. */
const DATED = '1987-06-05T04:03:02.001Z'
/** The keys of a device. */
const SHAPED = ['K'.repeat(87), 'Q'.repeat(22)]
let made = 0

function markOf({
  type,
  pattern,
  examples,
  minimum = 0,
  maximum = Number.POSITIVE_INFINITY,
}: JsonSchema): string | number {
  made += 1
  if (examples?.[0]) return DATED.slice(0, examples[0].length)
  if (type === 'string') {
    return pattern === undefined ? `mark-${made}-` : (SHAPED.find((each) => new RegExp(pattern).test(each)) ?? '')
  }
  // Seconds of a pick, and the name of a season.
  if (maximum < 100_000) return 54_321
  return minimum > 1_000_000 ? 19_871_988 : 765_000 + made
}

/** Something that fits; `marks` gets that by which it can be known again. */
function sample(schema: JsonSchema, marks: string[]): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], marks)
  if (schema.type === 'boolean') return true
  if (schema.items) return [sample(schema.items, marks)]
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, sample(each, marks)]))
  }
  const mark = markOf(schema)
  marks.push(String(mark))
  return mark
}

interface Recorded extends Record<string, unknown> {
  readonly id: number
  readonly params: { readonly body?: object }
}

const changes = calls.filter(({ section, name, call }) => {
  return call.method !== 'GET' && !READS.includes(`${section}.${name}`)
})

const server = duringTests(async () => {
  const database = await testDatabase()
  await addLeague(database, season2425)
  await addMembers(database, { userName: 'admin', roles: ['admin'] })
  return demoServer({
    database,
    clock: () => new Date('2025-01-15T12:00:00Z'),
    env: { RATE_LIMIT: '0' },
    routes: (app, context) => {
      // Each change as the contract has it, but for what it does.
      for (const [nr, { call }] of changes.entries()) {
        const path = `/api/v1/test/${nr}${call.path.slice('/api/v1'.length)}` as const
        serveChange(app, context, { ...call, path, answer: Type.Null() }, { access: 'admin', handle: async () => null })
      }
    },
  })
})

test('every change has a line in the list of this test', () => {
  expect(changes.map(({ section, name }) => `${section}.${name}`).sort()).toEqual(Object.keys(KEPT).sort())
})

describe('of a change the records keep the fields that its call names, and no others:', () => {
  test.each(changes.map(({ section, name, call }, nr) => [`${section}.${name}`, call, nr] as const))(
    '%s',
    async (kind, { method, path, params, query, body }, nr) => {
      const mayKeep = (KEPT[kind] ?? '').split(' ').filter((each) => each !== '')
      const secrets: string[] = []
      const kept: string[] = []
      const filled = (schema: TSchema | undefined): Record<string, unknown> =>
        Object.fromEntries(
          Object.entries((schema && jsonOf(schema).properties) ?? {}).map(([field, each]) => [
            field,
            sample(each, mayKeep.includes(field) ? kept : secrets),
          ]),
        )
      const ofPath = filled(params)
      const ofQuery = Object.entries(filled(query)).map(([name, value]) => [name, String(value)])
      const sent = body && (jsonOf(body).properties ? filled(body) : String(sample(jsonOf(body), secrets)))
      const address = path.slice('/api/v1'.length).replaceAll(/\{(\w+)\}/g, (_, field) => String(ofPath[field]))
      const { status } = await server.ask('admin', `/test/${nr}${address}?${new URLSearchParams(ofQuery)}`, {
        method,
        ...(sent !== undefined && { body: sent }),
      })
      expect(status).toBe(200)

      const [record] = await server.database.transaction(async (queries) => {
        // Under its own name, as the office has it.
        const { rows } = await queries.execute<Recorded>(sql`
          update audit_record set call = ${kind} where id = (select max(id) from audit_record) returning id, params`)
        return rows
      })
      const { body: ofBody = {}, ...rest } = record?.params ?? {}
      expect([...Object.keys(rest), ...Object.keys(ofBody)].sort()).toEqual(mayKeep.sort())
      const table = JSON.stringify(record?.params)
      const [section] = kind.split('.')
      const list = JSON.stringify((await server.ask('admin', `/office/audit?kind=${section}`)).body.entries)
      const { csv } = (await server.ask('admin', `/office/audit-file?kind=${section}`)).body
      for (const mark of kept) expect(`${table} ${csv}`).toContain(mark)
      for (const mark of secrets) for (const shown of [table, list, csv]) expect(shown).not.toContain(mark)
    },
  )
})
