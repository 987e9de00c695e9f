import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'

/** Of the one who is called member. */
const OWN_TEAM = 3

describe('standings', () => {
  test("are summed up in a line of the member's home, whose dots stand between its parts only", async ({
    tab: { page },
  }) => {
    await page.route('**/api/v1/stats/teams', async (route) => {
      const response = await route.fetch()
      const json: { id: number }[] = await response.json()
      // Two share a place, and all have four figures.
      const long = json.map((team, index) => ({
        ...team,
        totalScore: team.id === OWN_TEAM || index === 0 ? 1234 : 2345,
        scoreDiffPrevious: 112,
      }))
      await route.fulfill({ response, json: long })
    })
    await logIn(page, 'member', '/')
    const line = page.locator('.my-line-figures')
    await expect.poll(() => line.innerText()).toMatch(/shared/)
    // Where the line breaks is the font's affair. The first frame's gives way to the app's while one looks.
    const dots = () =>
      line.locator('.dotted-part').evaluateAll((parts) => {
        const edge = document.querySelector('.my-line')?.getBoundingClientRect().left ?? 0
        const leftOf = (part: Element | undefined) => part?.getBoundingClientRect().left ?? 0
        return parts.slice(1).map((part, index) => {
          const beginsALine = leftOf(part) <= leftOf(parts[index])
          const isCutOff = (part.querySelector('.dot')?.getBoundingClientRect().right ?? 0) <= edge
          return beginsALine === isCutOff ? (isCutOff ? 'cut off' : 'shown') : 'wrong'
        })
      })
    await expect.poll(async () => (await dots()).toSorted()).toEqual(['cut off', 'shown', 'shown'])
  })
})
