// Preferences kept by this browser: theme and sound. (The language is kept with the words.)

export const THEMES = ['browser', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const THEME = 'sheepfold.theme';
const SOUND = 'sheepfold.sound';

class Preferences {
  theme = $state<Theme>('browser');
  sound = $state(false);

  constructor() {
    const theme = localStorage.getItem(THEME);
    this.setTheme(THEMES.find((one) => one === theme) ?? 'browser');
    this.sound = localStorage.getItem(SOUND) === 'on';
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(THEME, theme);
    if (theme === 'browser') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }

  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem(SOUND, on ? 'on' : 'off');
  }
}

export const preferences = new Preferences();
