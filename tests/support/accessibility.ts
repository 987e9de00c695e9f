import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from './browser.ts'
import { FURTHER } from './eye.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose answer depends on the theme or on the width. */
const BY_LOOK = { type: 'rule' as const, values: ['color-contrast', 'target-size'] }
/** What a page that has axe already is given of it. */
const NOTHING = 'undefined'

/** Takes further rows out and answers with how to put them back: what axe only excludes takes it as long as the rest. */
const withoutFurther = async (page: Page): Promise<() => Promise<void>> => {
  const putBack = await page.evaluateHandle((further) => {
    const all = [...document.querySelectorAll(further)].filter((each) => !each.parentElement?.closest(further))
    const marks = all.map((each) => {
      const mark = document.createComment('')
      each.replaceWith(mark)
      return () => mark.replaceWith(each)
    })
    return () => {
      for (const put of marks) put()
    }
  }, FURTHER)
  return () => putBack.evaluate((put) => put())
}

// The legacy mode spares a page opened for each scan; there are no frames in which it would matter. What passes need not
// be described.
const found = async (page: Page, runOnly: Parameters<AxeBuilder['options']>[0]['runOnly']) => {
  // It is half a megabyte, which takes longer to read than a screen to scan.
  const axe = (await page.evaluate(() => 'axe' in window))
    ? new AxeBuilder({ page, axeSource: NOTHING })
    : new AxeBuilder({ page })
  axe.options({ runOnly, resultTypes: ['violations'] })
  const putBack = await withoutFurther(page)
  const { violations } = await axe.setLegacyMode().analyze()
  await putBack()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** All rules in the light on a phone, and what depends on the look again in the dark on a wide screen. Leaves it a light phone. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize(DESKTOP)
  const dark = await found(page, BY_LOOK)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  const light = await found(page, TAGS)
  return [...dark.map((each) => `dark, wide: ${each}`), ...light.map((each) => `light, on a phone: ${each}`)]
}
