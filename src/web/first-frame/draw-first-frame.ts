import { readGlance } from '../offline/glance-format.ts'
import { drawBar } from './draw-bar.ts'
import { drawStandings } from './draw-standings.ts'
import { element } from './element.ts'
import { FIRST_FRAME_ID } from './first-frame-id.ts'

interface Surroundings {
  /** The stored glance, null when there is none or storage is blocked. */
  readonly stored: string | null
  readonly path: string
  readonly search: string
  readonly now: Date
  readonly online: boolean
}

/** The bar on every route, and the saved standings on theirs. */
export function drawFirstFrame({ stored, path, search, now, online }: Surroundings): HTMLElement {
  const glance = readGlance(stored)
  const frame = element('div', { id: FIRST_FRAME_ID }, drawBar(glance?.user ?? null, glance?.teams ?? [], path))
  if (glance?.teams.length && path === '/standings') frame.append(drawStandings(glance, search, now, online))
  return frame
}
