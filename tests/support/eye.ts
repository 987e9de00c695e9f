import type { Page } from 'playwright-core'

// What a page looks like to a reader, measured in the page. Functions that run there stand on their own.

/** Rows, boxes and picks are alike: the first speak for the others, which would take minutes. */
export const FURTHER =
  '[role=row]:nth-child(n + 5), tbody > tr:nth-child(n + 5), .box:nth-child(n + 3), .round:nth-child(n + 3)'

/** The distances of WCAG 1.4.12, which a reader may set. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }'

export const spaceOut = (page: Page, isOn: boolean): Promise<void> =>
  page.evaluate(
    ([css, on]) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(on ? css : '')
      const others = document.adoptedStyleSheets.filter((each) => !('isSpacing' in each))
      document.adoptedStyleSheets = [...others, Object.assign(sheet, { isSpacing: true })]
    },
    [SPACING, isOn] as const,
  )

/** Letters of twice the size, as a reader may set them for one page. */
export const enlarge = (page: Page, isOn: boolean): Promise<void> =>
  page.evaluate((on) => {
    document.documentElement.style.fontSize = on ? '200%' : ''
  }, isOn)

/** Words that are cut off, or lie over others. What scrolls, or stays in place above what scrolls, hides nothing for good. */
export const hiddenWords = (page: Page): Promise<string[]> =>
  page.evaluate((further) => {
    const wrong: string[] = []
    const seen: { element: Element; layer: Element | null; text: string; rect: DOMRect }[] = []
    const layerOf = (element: Element | null): Element | null => {
      for (let each = element; each; each = each.parentElement) {
        if (/fixed|sticky|absolute/.test(getComputedStyle(each).position)) return each
      }
      return null
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    words: for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || element.closest(further) || element.closest('.quiet, noscript, option')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      // A line is as high as its letters need, which is less than their box.
      let lines = rects.map(({ x, y, width, height }) => new DOMRect(x, y + height * 0.2, width, height * 0.6))
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        if (/auto|scroll/.test(overflowX + overflowY)) {
          // What is scrolled out of sight lies over nothing.
          lines = lines.filter(
            ({ left, right, top, bottom }) =>
              right > edge.left && left < edge.right && bottom > edge.top && top < edge.bottom,
          )
          break
        }
        if (!/hidden|clip/.test(overflowX + overflowY)) continue
        // For readers only, who have it in full.
        if (edge.width <= 1) continue words
        const isCut = lines.some(
          ({ left, right, top, bottom }) =>
            left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1,
        )
        if (isCut) wrong.push(`cut: ${text}`)
      }
      const layer = layerOf(element)
      for (const rect of lines) seen.push({ element, layer, text, rect })
    }
    seen.forEach((one, at) => {
      for (const other of seen.slice(at + 1, at + 60)) {
        if (one.element === other.element || one.layer !== other.layer) continue
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        if (across > 2 && down > 2) wrong.push(`over each other: ${one.text} | ${other.text}`)
      }
    })
    return [...new Set(wrong)]
  }, FURTHER)

/** Names in the first column that are broken within a word which would have fitted on its own line. */
export const brokenNames = (page: Page): Promise<string[]> =>
  page.evaluate((further) => {
    const range = document.createRange()
    return [...document.querySelectorAll('[role=rowheader], h1')].flatMap((name) => {
      const node = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode()
      const isFurther = name.closest(further) && !name.closest('.own')
      if (!node || isFurther || !name.checkVisibility()) return []
      return [...(node.textContent ?? '').matchAll(/[\p{L}\p{N}'’]+/gu)].flatMap(({ index, 0: word }) => {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return tops.size > 1 ? [word] : []
      })
    })
  }, FURTHER)

/** What would have its accents cut off: words whose line is too low for a letter as high as \u016e, where something hides them. */
export const cutAccents = (page: Page): Promise<string[]> =>
  page.evaluate((further) => {
    const pen = document.createElement('canvas').getContext('2d')
    const range = document.createRange()
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut = new Set<string>()
    for (let node = words.nextNode(); node && pen; node = words.nextNode()) {
      const element = node.parentElement
      if (!node.textContent?.trim() || !element?.checkVisibility() || element.closest(`${further}, .quiet`)) continue
      range.selectNodeContents(node)
      const [line] = range.getClientRects()
      let hiding: Element | null = element
      while (hiding && getComputedStyle(hiding).overflowY === 'visible') hiding = hiding.parentElement
      if (!line || !hiding || hiding === document.documentElement) continue
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const { fontBoundingBoxAscent, actualBoundingBoxAscent } = pen.measureText('\u00c5\u016e\u00c9')
      const top = line.top + fontBoundingBoxAscent - actualBoundingBoxAscent
      const edge = hiding.getBoundingClientRect().top + hiding.clientTop
      if (top < edge - 0.05 && line.bottom > edge) cut.add(`${(edge - top).toFixed(2)} px of: ${node.textContent}`)
    }
    return [...cut]
  }, FURTHER)

/** Figures of tables that are cut, or that something covers wherever the table and the page are scrolled to. */
export const hiddenFigures = (page: Page): Promise<string[]> =>
  page.evaluate(async (further) => {
    // Which columns stay in place is measured once the first frame is seen; before, they may cover all others.
    const isFitted = (rows: Element) =>
      rows.scrollWidth <= rows.clientWidth + 1 || rows.closest('.table[data-more]') !== null
    for (let frames = 0; frames < 60 && ![...document.querySelectorAll('.table-body')].every(isFitted); frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    const wrong: string[] = []
    const range = document.createRange()
    let settled: Element | null = null
    for (const cell of document.querySelectorAll('.table-body > .row > .cell.number')) {
      if (cell.closest(further) || !cell.textContent?.trim() || !cell.checkVisibility()) continue
      const name = `${cell.closest('[aria-label]')?.getAttribute('aria-label')}: ${cell.textContent}`
      if (cell.scrollWidth > cell.clientWidth + 1) wrong.push(`cut: ${name}`)
      const row = cell.parentElement
      // Again where rows above it, which had not been drawn, have turned out higher.
      for (
        let turn = 0, y = Number.NaN;
        row !== settled && turn < 9 && y !== cell.getBoundingClientRect().y;
        turn += 1
      ) {
        cell.scrollIntoView({ block: 'center', inline: 'center' })
        y = cell.getBoundingClientRect().y
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      settled = row
      cell.scrollIntoView({ block: 'center', inline: 'center' })
      // What is for readers alone takes no room.
      const seen = [...cell.childNodes].find((node) => !(node instanceof Element && node.matches('.quiet, .sign')))
      range.selectNodeContents(seen ?? cell)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      /** What lies over it there; what only passes taps on to the row's link does not. */
      const coverAt = (x: number) => {
        const found = document.elementFromPoint(x, (top + bottom) / 2)
        if (!found) return 'the edge'
        const isOwn = found.contains(cell) || cell.contains(found)
        const owner = found.closest('.cell')
        const isLink =
          owner?.parentElement === cell.parentElement && owner && getComputedStyle(owner).position !== 'sticky'
        return isOwn || isLink ? null : found.outerHTML.slice(0, 60)
      }
      const [cover] = [left + 1, (left + right) / 2, right - 1].map(coverAt).filter((each) => each !== null)
      if (cover !== undefined) wrong.push(`${name} is under ${cover}`)
    }
    window.scrollTo(0, 0)
    return wrong
  }, FURTHER)

/** Words at the bottom of the window that something else lies over. */
export const coveredLines = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = []
    const range = document.createRange()
    for (const edge of document.querySelectorAll(
      '.lines, .toast, .cart-messages, .room-lines, .lineup-failure, .tabs',
    )) {
      // What floats nowhere is part of the page.
      if (getComputedStyle(edge).position === 'static') continue
      const words = document.createTreeWalker(edge, NodeFilter.SHOW_TEXT)
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement
        const isSeen = element?.checkVisibility({ visibilityProperty: true })
        if (!/[\p{L}\p{N}]/u.test(node.textContent ?? '') || element?.closest('.quiet') || !element || !isSeen) continue
        range.selectNodeContents(node)
        let scroller: Element = element
        while (scroller !== edge && scroller.scrollHeight <= scroller.clientHeight)
          scroller = scroller.parentElement ?? edge
        for (let at = 0; at < range.getClientRects().length; at += 1) {
          // Many lines with large letters scroll.
          const { top: above, height: room } = scroller.getBoundingClientRect()
          scroller.scrollTop += (range.getClientRects()[at]?.top ?? 0) - above - room / 2
          const { left, width, top, height } = range.getClientRects()[at] ?? new DOMRect()
          const found = document.elementFromPoint(left + width / 2, top + height / 2)
          if (!found || !edge.contains(found)) wrong.push(`${node.textContent} under ${found?.className}`)
        }
      }
    }
    return wrong
  })

/** Buttons without an edge, where the system's colours have taken their ground away. */
export const withoutEdge = (page: Page): Promise<string[]> =>
  page.evaluate(
    (further) =>
      [...document.querySelectorAll('button, a.button')]
        .filter((button) => button.checkVisibility() && !button.closest(further))
        .filter((button) => {
          const { borderTopWidth, borderTopStyle } = getComputedStyle(button)
          return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1
        })
        .map((button) => button.outerHTML),
    FURTHER,
  )

/** How much of the window's height is taken by what stays in place, from 0 to 1. */
export const heldHeight = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    let free = 0
    for (let y = 2; y < window.innerHeight; y += 4) {
      let element = document.elementFromPoint(window.innerWidth / 2, y)
      // A column that stays in place goes with its rows.
      const isHeld = ({ position, top, bottom }: CSSStyleDeclaration) =>
        position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
      while (element && !isHeld(getComputedStyle(element))) element = element.parentElement
      if (!element) free += 4
    }
    window.scrollTo(0, 0)
    return 1 - free / window.innerHeight
  })

/** The controls in the order of the page; of a group of radio buttons the one that a key reaches. */
const CONTROLS = 'a[href], button, input, select, textarea'

/** What the first `limit` strokes of the Tab key reach otherwise than what stands there to be reached. */
export const walkByKeyboard = async (page: Page, limit: number): Promise<string[]> => {
  const expected = await page.evaluate((controls) => {
    const radios = new Set<string>()
    const stops = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
      if (control.matches(':disabled') || control.tabIndex < 0) return false
      if (!control.checkVisibility({ visibilityProperty: true })) return false
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${control.name}"]`)]
      const chosen = group.find(({ checked }) => checked)
      if (radios.has(control.name) || (chosen && chosen !== control)) return false
      radios.add(control.name)
      return true
    })
    for (const [at, stop] of stops.entries()) stop.dataset.stop = String(at)
    window.scrollTo(0, 0)
    // The next stroke goes on from what had the focus last, even where that has lost it.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
    return stops.length
  }, CONTROLS)
  const wrong: string[] = []
  let isReached = false
  let before = -1
  for (let strokes = 0; strokes < limit && before < expected - 1; strokes += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(async () => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      /** What lies over its middle; null for nothing. */
      const cover = () => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20))
        if (top && (element.contains(top) || top.contains(element))) return null
        return `${top?.outerHTML.slice(0, 80) ?? 'the edge'} at ${Math.round(y)} of ${window.innerHeight}`
      }
      // What is out of sight is scrolled there with the next frame.
      for (let frames = 0; frames < 20 && cover() !== null; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const held = element.closest('label')
      const ring = held && getComputedStyle(held).outlineStyle !== 'none' ? 3 : Number.parseFloat(outlineWidth)
      return {
        at: element.dataset.stop === undefined ? null : Number(element.dataset.stop),
        html: element.outerHTML.slice(0, 160),
        isDate: element instanceof HTMLInputElement && element.type.startsWith('date'),
        hasRing: (outlineStyle !== 'none' || held !== null) && ring >= 2,
        cover: cover(),
      }
    })
    if (!stop) {
      wrong.push(`nothing has the focus after ${before + 1} of ${expected} stops`)
      break
    }
    isReached = true
    if (!stop.hasRing) wrong.push(`no ring: ${stop.html}`)
    if (stop.cover !== null) wrong.push(`${stop.html} is under ${stop.cover}`)
    // A scroller of a table takes the focus, too, and is none of the controls.
    if (stop.at === null) continue
    // Day, month, year and the calendar of a date are stops of one control.
    if (stop.at === before && stop.isDate) continue
    if (stop.at !== before + 1) {
      wrong.push(`stop ${stop.at} comes after ${before}: ${stop.html}`)
      break
    }
    before = stop.at
  }
  if (!isReached) wrong.push('nothing can be reached')
  return wrong
}

/** By where it stands and what it is; of the same kind one speaks for all. */
const TAPPABLE =
  'a[href], button, summary, select, input:is([type=radio], [type=checkbox], [type=range]), [role=button]'

/**
 * What does not look pressed in the frame after a finger has touched it. `known` has the kinds that have been pressed; they
 * are pressed once.
 */
export const deafControls = async (page: Page, known: Set<string>): Promise<string[]> => {
  const touch = await page.context().newCDPSession(page)
  const kinds = await page.evaluate((tappable) => {
    const all = [...document.querySelectorAll<HTMLElement>(`${tappable}, label`)]
    const pointed = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (each) =>
        getComputedStyle(each).cursor === 'pointer' &&
        !(each.parentElement && getComputedStyle(each.parentElement).cursor === 'pointer'),
    )
    const kinds: [string, number][] = []
    for (const [at, each] of [...new Set([...all, ...pointed])].entries()) {
      each.dataset.tap = String(at)
      if (each.closest('.skip') || each.matches(':disabled, [aria-disabled=true]')) continue
      if (!each.checkVisibility({ visibilityProperty: true })) continue
      if (each instanceof HTMLLabelElement && !each.control?.matches(`:is(${tappable}):enabled`)) continue
      const words = [each, each.parentElement, each.closest('[class]')].map(
        (part) => `${part?.tagName} ${part?.className.toString()} ${part?.getAttribute('data-state') ?? ''}`,
      )
      kinds.push([words.join(' < '), at])
    }
    return kinds
  }, TAPPABLE)
  const wrong: string[] = []
  for (const [kind, at] of kinds) {
    if (known.has(kind)) continue
    const control = page.locator(`[data-tap="${at}"]`)
    /** Where it can be touched; null where something lies over it here. */
    const place = await control.evaluate((each) => {
      each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = each.getClientRects()[0] ?? new DOMRect()
      const [left, top] = [x + width / 2, y + height / 2]
      const found = document.elementFromPoint(left, top)
      const isThere = found && (each.contains(found) || found.contains(each))
      return isThere ? { left, top, x, y, width, height } : null
    })
    if (!place || place.width < 1 || place.height < 1) continue
    known.add(kind)
    const edge = 2
    const clip = {
      x: place.x - edge,
      y: place.y - edge,
      width: place.width + 2 * edge,
      height: place.height + 2 * edge,
    }
    const before = await page.screenshot({ clip, animations: 'disabled' })
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: place.left, y: place.top }],
    })
    const after = await page.screenshot({ clip, animations: 'disabled' })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
    if (before.equals(after)) wrong.push(await control.evaluate((each) => each.outerHTML.slice(0, 160)))
  }
  await touch.detach()
  return wrong
}
