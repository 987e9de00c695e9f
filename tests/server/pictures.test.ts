import { describe, expect, it } from 'vitest'
import { shownFrom, withShownPictures } from '#server/http/answers/pictures'

const isShown = shownFrom(['https://assets.nhle.com', 'https://*.league.example', 'https://pool.example:8443'])

describe('pictures that a page may show', () => {
  it.each([
    '/art/crest.svg',
    'data:image/svg+xml,x',
    'https://assets.nhle.com/logos/MTL.svg',
    'https://assets.nhle.com:443/logos/MTL.svg',
    'https://ASSETS.nhle.com/logos/MTL.svg',
    'https://cdn.league.example/a.png',
    'https://pool.example:8443/a.png',
  ])('are of the app or of a configured origin: %s', (address) => {
    expect(isShown(address)).toBe(true)
  })

  it.each([
    'https://elsewhere.example/a.png',
    'http://assets.nhle.com/a.png',
    'https://assets.nhle.com.elsewhere.example/a.png',
    'https://assetsxnhle.com/a.png',
    'https://assets.nhle.com:444/a.png',
    'https://league.example/a.png',
    'https://pool.example/a.png',
    '//elsewhere.example/a.png',
    'javascript:alert(1)',
    'a.png',
    '',
  ])('and no others: %s', (address) => {
    expect(isShown(address)).toBe(false)
  })

  it('are the only ones in an answer, wherever they stand in it', () => {
    const player = {
      id: 1,
      name: 'https://elsewhere.example/',
      profileImage: 'https://elsewhere.example/a.png',
      nhlTeamImage: 'https://assets.nhle.com/a.svg',
    }
    expect(withShownPictures([{ player, rosterEntry: { sold: false } }], isShown)).toEqual([
      { player: { ...player, profileImage: null }, rosterEntry: { sold: false } },
    ])
    expect(withShownPictures({ logoUrl: null }, isShown)).toEqual({ logoUrl: null })
    expect(withShownPictures(null, isShown)).toBe(null)
  })
})
