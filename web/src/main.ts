import { mount } from 'svelte';
import App from './App.svelte';
import './browser/preferences.svelte'; // sets the theme, also of pages without a switch for it
import { prepareForOffline } from './ui/offline';
import './look/theme.css';
import { words } from './words/words.svelte';

await words.start();
mount(App, { target: document.getElementById('app')! });
prepareForOffline();
