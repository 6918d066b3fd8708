// Renders the Helm chart with Helm's template engine and functions, as Debian has no Helm: for .ci/packages.
// `chart FOLDER VALUES...` prints each object; invalid YAML and template errors fail.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
func merge(a, b map[string]any) {
	for k, v := range b {
		if m, ok := v.(map[string]any); ok {
			if n, ok := a[k].(map[string]any); ok {
				merge(n, m)
				continue
			}
		}
		a[k] = v
	}
}
func main() {
	chart := os.Args[1]
	values := map[string]any{}
	for _, f := range append([]string{chart + "/values.yaml"}, os.Args[2:]...) {
		b, err := os.ReadFile(f)
		must(err)
		v := map[string]any{}
		must(yaml.Unmarshal(b, &v))
		merge(values, v)
	}
	meta := map[string]any{}
	b, _ := os.ReadFile(chart + "/Chart.yaml")
	must(yaml.Unmarshal(b, &meta))
	t := template.New("x").Option("missingkey=zero")
	f := sprig.TxtFuncMap()
	f["include"] = func(n string, d any) (string, error) {
		var w bytes.Buffer
		err := t.ExecuteTemplate(&w, n, d)
		return w.String(), err
	}
	f["toYaml"] = func(v any) string { o, _ := yaml.Marshal(v); return strings.TrimSuffix(string(o), "\n") }
	f["required"] = func(m string, v any) (any, error) {
		if v == nil || v == "" {
			return nil, fmt.Errorf("%s", m)
		}
		return v, nil
	}
	t.Funcs(f)
	files, _ := filepath.Glob(chart + "/templates/*")
	for _, p := range files {
		b, _ := os.ReadFile(p)
		_, err := t.New(filepath.Base(p)).Parse(string(b))
		must(err)
	}
	d := map[string]any{"Values": values, "Release": map[string]any{"Name": "till", "Namespace": "default"},
		"Chart": map[string]any{"AppVersion": fmt.Sprint(meta["appVersion"])}}
	for _, p := range files {
		if strings.HasSuffix(p, ".tpl") {
			continue
		}
		var w bytes.Buffer
		must(t.ExecuteTemplate(&w, filepath.Base(p), d))
		dec := yaml.NewDecoder(bytes.NewReader(w.Bytes()))
		for {
			var o map[string]any
			if err := dec.Decode(&o); err != nil {
				if err.Error() == "EOF" {
					break
				}
				must(fmt.Errorf("%s: %v\n%s", p, err, w.String()))
			}
			if o == nil {
				continue
			}
			out, _ := yaml.Marshal(o)
			fmt.Println("---")
			fmt.Print(string(out))
		}
	}
}
