import { useState } from 'react'
import { readThemeChoice, storeThemeChoice, type ThemeChoice, themeChoices } from '../../ui/theme/theme-choice.ts'

const words: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(readThemeChoice)
  const choose = (choice: ThemeChoice) => {
    storeThemeChoice(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="theme-switch">
      <legend>Theme</legend>
      <div className="theme-options">
        {themeChoices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            {words[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
