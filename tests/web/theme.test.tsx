import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyThemeChoice, readThemeChoice } from '#web/ui/theme/theme-choice'
import { colours } from '#web/ui/theme/tokens'
import { renderApp } from './render-app.tsx'
import { systemScheme } from './system-scheme.ts'

const scheme = () => document.documentElement.className
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

describe('the theme', () => {
  test('follows the system until one is chosen, and is remembered', async () => {
    systemScheme.dark = true
    const tint = Object.assign(document.createElement('meta'), { name: 'theme-color' })
    document.head.append(tint)
    onTestFinished(() => tint.remove())
    applyThemeChoice()
    expect(scheme()).toBe('dark')
    expect(tint.content).toBe(colours.dark.navy)
    const app = await renderApp('/standings')
    await app.press('member')
    expect(radio('System').checked).toBe(true)
    await app.user.click(radio('Light'))
    expect(scheme()).toBe('light')
    expect(tint.content).toBe(colours.light.navy)
    expect(readThemeChoice()).toBe('light')
    await app.user.click(radio('System'))
    expect(scheme()).toBe('dark')
    expect(readThemeChoice()).toBe('system')
  })

  test('what is stored and unknown counts as the system', () => {
    localStorage.setItem('pool-theme', 'pink')
    expect(readThemeChoice()).toBe('system')
  })
})

const channel = (hex: string, at: number) => {
  const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

// Writing on its ground, WCAG 2.2 AA: 4.5 to 1.
const pairs = [
  ['text', 'page'],
  ['text', 'surface'],
  ['text', 'row-own'],
  ['text', 'row-hover'],
  ['muted', 'page'],
  ['muted', 'surface-sunken'],
  ['link', 'surface'],
  ['link', 'page'],
  ['gain', 'surface'],
  ['gain', 'row-own'],
  ['loss', 'surface'],
  ['loss', 'row-own'],
  ['on-gold', 'gold'],
  ['on-navy', 'navy'],
  ['on-navy', 'navy-hover'],
  ['on-navy-muted', 'navy-deep'],
  ['surface', 'blue-line'],
  ['row-reserved-text', 'row-reserved'],
  ['row-scratched-text', 'row-scratched'],
  ['on-box-active', 'box-active'],
  ['on-box-waiting', 'box-waiting'],
  ['on-box-closed', 'box-closed'],
  ['on-pick-active', 'pick-active'],
  ['on-pick-done', 'pick-done'],
  ['on-pick-waiting', 'pick-waiting'],
  ['info-text', 'info-ground'],
  ['success-text', 'success-ground'],
  ['warning-text', 'warning-ground'],
  ['error-text', 'error-ground'],
] as const

describe.each(['light', 'dark'] as const)('in the %s scheme', (name) => {
  test.each(pairs)('%s on %s can be read', (text, ground) => {
    expect(contrast(colours[name][text], colours[name][ground])).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the sheets', () => {
  const sheets = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join('src/web', name), 'utf8'))

  test('move nothing for those who want it still', () => {
    // A block for those who do not mind ends with the first brace at its margin.
    const still = sheets.map((css) =>
      css.replace(/^( *)@media \(prefers-reduced-motion: no-preference\) \{.*?^\1\}/gms, ''),
    )
    const moving = still.join('\n').match(/(animation|transition)[a-z-]*: .*[1-9]\d*m?s\b.*;/g) ?? []
    // These wait, and move nothing.
    expect(moving.sort()).toEqual(['animation: saving-line-appears 0s linear 1s both;', 'transition: 0s 0.3s;'])
    expect(sheets.join('').match(/prefers-reduced-motion: no-preference/g)?.length).toBeGreaterThan(2)
  })

  test('name no animation twice: a sheet stays once it has come, and the later one would change the other', () => {
    const names = [...sheets.join('\n').matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(3)
    expect(names).toEqual([...new Set(names)])
  })
})
