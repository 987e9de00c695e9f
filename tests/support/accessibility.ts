import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from './browser.ts'
import { FURTHER } from './eye.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose answer depends on the theme or on the width. */
const BY_LOOK = { type: 'rule' as const, values: ['color-contrast', 'target-size'] }
/** What a page that has axe already is given of it. */
const NOTHING = 'undefined'

/** Further rows are not shown during a scan: what axe only excludes takes it as long as the rest. */
const showFurther = (page: Page, isOn: boolean): Promise<void> =>
  page.evaluate(
    ([further, on]) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(on ? '' : `:is(${further}) { display: none !important }`)
      const others = document.adoptedStyleSheets.filter((each) => !('isOfScan' in each))
      document.adoptedStyleSheets = [...others, Object.assign(sheet, { isOfScan: true })]
    },
    [FURTHER, isOn] as const,
  )

// The legacy mode spares a page opened for each scan; there are no frames in which it would matter. What passes need not
// be described.
const found = async (page: Page, runOnly: Parameters<AxeBuilder['options']>[0]['runOnly']) => {
  // It is half a megabyte, which takes longer to read than a screen to scan.
  const axe = (await page.evaluate(() => 'axe' in window))
    ? new AxeBuilder({ page, axeSource: NOTHING })
    : new AxeBuilder({ page })
  axe.options({ runOnly, resultTypes: ['violations'] })
  await showFurther(page, false)
  const { violations } = await axe.setLegacyMode().analyze()
  await showFurther(page, true)
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
