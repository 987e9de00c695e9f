import type { ReactNode } from 'react'
import { useFirstFrame } from '../../ui/use-first-frame.ts'
import { windowWidth } from '../../ui/window-width.ts'
import { boxSections } from './box-sections.ts'
import './boxes.css'

interface BoxGridProps<Box> {
  readonly boxes: readonly Box[]
  readonly children: (box: Box) => ReactNode
}

/** How many boxes the window shows of a board: a phone has room for one, wider ones have them side by side. */
const boxesInSight = (): number => (windowWidth() < 768 ? 1 : 6)

/** The boxes by position, side by side where there is room. The first frame has those in sight; the others follow. */
export const BoxGrid = <Box extends { readonly boxName: string }>({ boxes, children }: BoxGridProps<Box>) => {
  const drawn = useFirstFrame() ? boxesInSight() : boxes.length
  const sections = boxSections(boxes)
  const inSight = new Set(sections.flatMap((section) => section.boxes).slice(0, drawn))
  return sections.map(({ title, perRow, boxes: own }) => (
    <section key={title} className="box-section" aria-label={title}>
      <h2>{title}</h2>
      <div className={perRow === 3 ? 'box-row three' : 'box-row'}>
        {own.map((box) => (inSight.has(box) ? children(box) : <div key={box.boxName} className="box" />))}
      </div>
    </section>
  ))
}
