import { mount } from 'svelte';
import App from './App.svelte';
import { prepareForOffline } from './ui/offline';
import './look/theme.css';
import { words } from './words/words.svelte';

await words.start();
mount(App, { target: document.getElementById('app')! });
prepareForOffline();
