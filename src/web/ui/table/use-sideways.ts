import { type RefObject, useEffect } from 'react'
import { afterPaint } from '../../paint/after-paint.ts'
import { bringIntoSight } from '../bring-into-sight.ts'

interface Tight {
  /** Room between the columns that stay in place, px. */
  readonly room: number
  /** The columns that are wider, by their index: their texts may be, too. */
  readonly wider: readonly number[]
}

const tightColumns = (rows: HTMLElement): Tight => {
  const cells = [...(rows.querySelector('.row')?.children ?? [])].map((cell, index) => ({
    // Rows may have more than cells, but in the same places.
    index,
    width: cell.matches('.cell') ? cell.getBoundingClientRect().width : 0,
    isHeld: cell.matches('.sticky, .end'),
  }))
  const held = cells.reduce((sum, { width, isHeld }) => (isHeld ? sum + width : sum), 0)
  const room = rows.clientWidth - held
  if (held === 0 || rows.scrollWidth <= rows.clientWidth + 1) return { room, wider: [] }
  return { room, wider: cells.filter(({ width, isHeld }) => !isHeld && width > room).map(({ index }) => index) }
}

/** Whether a text is wider than the room: it could never be seen whole. */
const cutsText = (rows: HTMLElement, { room, wider }: Tight): boolean => {
  const text = document.createRange()
  const isCut = (cell: Element | undefined) => {
    if (!cell) return false
    text.selectNodeContents(cell)
    return text.getBoundingClientRect().width > room
  }
  return wider.some((index) => [...rows.querySelectorAll('.row')].some((row) => isCut(row.children[index])))
}

type Scroller = RefObject<HTMLElement | null>

/** Head and body of a table scroll sideways together, and the table tells on which sides there is more (`data-more`). */
export function useSideways(table: Scroller, head: Scroller, body: Scroller) {
  useEffect(() => {
    const [frame, top, rows] = [table.current, head.current, body.current]
    if (!frame || !top || !rows) return
    const tell = () => {
      const hidden = rows.scrollWidth - rows.clientWidth
      const more = [rows.scrollLeft > 1 ? 'start' : '', rows.scrollLeft < hidden - 1 ? 'end' : ''].join(' ').trim()
      // Without anything inside that takes the focus the keys could not scroll it.
      if (hidden > 1 && !rows.querySelector('a, button, input')) rows.tabIndex = 0
      else rows.removeAttribute('tabindex')
      if (more) frame.dataset.more = more
      else delete frame.dataset.more
    }
    const fit = () => {
      // Measured as they would be in place.
      delete frame.dataset.narrow
      const tight = tightColumns(rows)
      if (cutsText(rows, tight)) frame.dataset.narrow = ''
      contents.disconnect()
      // Other words may be longer, in rows of the same size; elsewhere none could be cut.
      if (tight.wider.length > 0) contents.observe(rows, { childList: true, characterData: true, subtree: true })
      tell()
    }
    const contents = new MutationObserver(fit)
    // Where both are: what one was given by the other is not given back, it may be late.
    let at = 0
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      if (from.scrollLeft !== at) {
        at = from.scrollLeft
        to.scrollLeft = at
      }
      tell()
    }
    const onBody = follow(rows, top)
    const onHead = follow(top, rows)
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('.sticky')) return
      bringIntoSight(target)
      // At once: a scroll of the other, still to be reported, would take the place of this one.
      const [from, to] = top.contains(target) ? [top, rows] : [rows, top]
      at = from.scrollLeft
      to.scrollLeft = at
    }
    rows.addEventListener('scroll', onBody, { passive: true })
    top.addEventListener('scroll', onHead, { passive: true })
    frame.addEventListener('focusin', onFocus)
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit)
    // To measure is to lay out, and what is told then changes every cell: not before the first frame is seen. The observer
    // calls at once, or when a table that is out of sight comes into sight.
    const callOff = afterPaint(() => {
      if (observer) observer.observe(rows)
      else tell()
    })
    return () => {
      callOff()
      rows.removeEventListener('scroll', onBody)
      top.removeEventListener('scroll', onHead)
      frame.removeEventListener('focusin', onFocus)
      observer?.disconnect()
      contents.disconnect()
    }
  }, [table, head, body])
}
