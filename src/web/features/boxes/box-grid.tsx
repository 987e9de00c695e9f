import type { ReactNode } from 'react'
import { boxSections } from './box-sections.ts'
import './boxes.css'

interface BoxGridProps<Box> {
  readonly boxes: readonly Box[]
  readonly children: (box: Box) => ReactNode
}

/** The boxes by position, side by side where there is room. */
export const BoxGrid = <Box extends { readonly boxName: string }>({ boxes, children }: BoxGridProps<Box>) => (
  <>
    {boxSections(boxes).map(({ title, perRow, boxes: own }) => (
      <section key={title} className="box-section" aria-label={title}>
        <h2>{title}</h2>
        <div className={perRow === 3 ? 'box-row three' : 'box-row'}>{own.map(children)}</div>
      </section>
    ))}
  </>
)
