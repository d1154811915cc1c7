import { mount } from 'svelte';
import App from './App.svelte';
import './look/theme.css';
import { words } from './words/words.svelte';

await words.start();
mount(App, { target: document.getElementById('app')! });
