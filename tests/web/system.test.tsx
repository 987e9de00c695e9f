import { Button } from '@chakra-ui/react/button'
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BREAKPOINTS } from '#contract/limits'
import { ChakraGround, system } from '#web/ui/theme/chakra-ground.tsx'
import { cssVariables } from '#web/ui/theme/tokens'

describe("Chakra's system", () => {
  test('refers only to variables that the first screen has', () => {
    const declared = new Set(cssVariables().match(/--pool-[\w-]+/g))
    const used = JSON.stringify(system._config).match(/--pool-[\w-]+/g) ?? []
    expect(used.length).toBeGreaterThan(15)
    expect(used.filter((name) => !declared.has(name))).toEqual([])
  })

  test.each(Object.entries(BREAKPOINTS))("has the spec's breakpoint %s", (name, width) => {
    expect(system._config.theme?.breakpoints?.[name]).toBe(width > 0 ? `${width}px` : undefined)
  })

  test('styles a button with our colours', () => {
    render(
      <ChakraGround>
        <Button>Sell</Button>
      </ChakraGround>,
    )
    expect(screen.getByRole('button', { name: 'Sell' }).className).toContain('chakra-button')
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join()
    expect(rules).toContain('--chakra-colors-blue-solid: var(--pool-blue-line)')
  })
})
