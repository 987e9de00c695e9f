import { createServer } from 'node:http'
import type { NhlApiAddresses } from '../../nhl/nhl-api.ts'
import { daysOfFilter, reportPage, seasonOfFilter } from './report-page.ts'
import type { SimulatedNhl } from './simulated-nhl.ts'

export interface NhlServer {
  readonly addresses: NhlApiAddresses
  close(): Promise<void>
}

/** The simulated NHL at an address of its own, on loopback and for this process: what the importer asks the NHL for. */
export async function serveNhl(nhl: SimulatedNhl): Promise<NhlServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/v1/standings/now') {
      response.writeHead(307, { location: `/v1/standings/${nhl.today}` }).end()
      return
    }
    const answering = async () => {
      const answer = await answerTo(nhl, url)
      const body = JSON.stringify(answer ?? {})
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(body)
    }
    // As a source that has broken down: the importer tries again.
    answering().catch(() => response.writeHead(500).end())
  })
  // Closing must not wait for open connections.
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    addresses: { web: `${origin}/v1`, stats: `${origin}/stats/rest/en` },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** Null if there is nothing at the address. */
async function answerTo(nhl: SimulatedNhl, { pathname, searchParams }: URL): Promise<object | null> {
  const standings = /^\/v1\/standings\/(\d{4}-\d{2}-\d{2})$/.exec(pathname)
  if (standings?.[1]) return nhl.standings(standings[1])
  const schedule = /^\/v1\/schedule\/(\d{4}-\d{2}-\d{2})$/.exec(pathname)
  if (schedule?.[1]) return nhl.schedule(schedule[1])
  const score = /^\/v1\/score\/(\d{4}-\d{2}-\d{2})$/.exec(pathname)
  if (score?.[1]) return nhl.score(score[1])
  const box = /^\/v1\/gamecenter\/(\d{1,10})\/boxscore$/.exec(pathname)
  if (box?.[1]) return nhl.boxScore(Number(box[1]))
  const roster = /^\/v1\/roster\/([A-Z]{3})\/(?:current|\d{8})$/.exec(pathname)
  if (roster?.[1]) return nhl.roster(roster[1])
  const landing = /^\/v1\/player\/(\d{1,9})\/landing$/.exec(pathname)
  if (landing?.[1]) return nhl.landing(Number(landing[1]))
  const report = /^\/stats\/rest\/en\/(skater|goalie)\/summary$/.exec(pathname)
  const kind = report?.[1] === 'skater' ? 'skater' : 'goalie'
  const days = daysOfFilter(searchParams.get('cayenneExp'))
  if (report && days && searchParams.get('isGame') === 'true')
    return reportPage(nhl.report(kind, ...days), searchParams)
  const season = seasonOfFilter(searchParams.get('cayenneExp'))
  if (report && season && searchParams.get('isGame') === 'false') {
    return reportPage(await nhl.seasonReport(kind, season), searchParams)
  }
  if (pathname === '/stats/rest/en/team') return reportPage(nhl.teams(), searchParams)
  if (pathname === '/stats/rest/en/season') return reportPage(nhl.seasons(), searchParams)
  return null
}
